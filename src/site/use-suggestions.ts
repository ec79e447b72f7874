import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslator } from '#platform/web/translator.tsx';

/** One request for a pause of this length in typing. */
const PAUSE_MS = 300;
/** Fewer letters say too little. */
const LETTERS_MIN = 2;

export interface Suggestion {
  label: string;
  to: string;
  /** It leads to a category, not to a search. */
  category: boolean;
}

// What only a search needs comes once somebody begins one.
const loadCall = () => import('./suggest.ts');

/** What a search could go on to, while somebody types. An answer to what is no longer typed is not waited for. */
export function useSuggestions(enabled: boolean) {
  const { language } = useTranslator();
  const [known, setKnown] = useState<{ text: string; list: readonly Suggestion[] }>({ text: '', list: [] });
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const asking = useRef<{ timer: number; controller: AbortController }>(undefined);
  const shown = open ? known.list : [];

  const forget = useCallback(() => {
    window.clearTimeout(asking.current?.timer);
    asking.current?.controller.abort();
    asking.current = undefined;
  }, []);
  useEffect(() => forget, [forget]);

  async function ask(text: string, signal: AbortSignal) {
    try {
      const { loadSuggestions } = await loadCall();
      const list = await loadSuggestions(text, language, signal);
      if (signal.aborted) return;
      setKnown({ text, list });
      setActive(-1);
      setOpen(true);
    } catch (error) {
      // Without suggestions the search works all the same.
      if (!signal.aborted) console.error(error);
    }
  }
  function close() {
    forget();
    setOpen(false);
    setActive(-1);
  }
  return {
    shown,
    /** The place of the one that the arrows stand on; -1 for the field itself. */
    active,
    close,
    prepare() {
      void loadCall().catch(() => undefined);
    },
    type(typed: string) {
      forget();
      setActive(-1);
      const text = typed.trim();
      if (!enabled || [...text].length < LETTERS_MIN) return setOpen(false);
      const controller = new AbortController();
      const timer = window.setTimeout(() => ask(text, controller.signal), PAUSE_MS);
      asking.current = { timer, controller };
    },
    /** An arrow: through the field and the list, in a circle; it opens again what Escape closed. */
    move(step: 1 | -1, typed: string) {
      const { length } = known.list;
      if (length === 0 || (!open && known.text !== typed.trim())) return;
      setOpen(true);
      setActive((at) => ((at + 1 + step + length + 1) % (length + 1)) - 1);
    },
  };
}
