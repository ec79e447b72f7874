import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslator } from '#platform/web/translator.tsx';
import type { Suggestion } from './suggest.ts';

/** A pause in typing before a request. */
const TYPING_PAUSE_MS = 300;
/** A shorter query has no suggestions. */
const QUERY_MIN_CHARS = 2;

// Loaded when a search begins.
const loadCall = () => import('./suggest.ts');

/** Suggestions while the user types. Cancels requests for an outdated query. */
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
      // The search works without suggestions.
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
    /** The index of the active option; -1 for the field itself. */
    active,
    close,
    prepare() {
      void loadCall().catch(() => undefined);
    },
    type(typed: string) {
      forget();
      setActive(-1);
      const text = typed.trim();
      if (!enabled || [...text].length < QUERY_MIN_CHARS) return setOpen(false);
      const controller = new AbortController();
      const timer = window.setTimeout(() => ask(text, controller.signal), TYPING_PAUSE_MS);
      asking.current = { timer, controller };
    },
    /** Moves the active option through the list and the field, in a circle. Opens a list that Escape closed. */
    move(step: 1 | -1, typed: string) {
      const { length } = known.list;
      if (length === 0 || (!open && known.text !== typed.trim())) return;
      setOpen(true);
      setActive((at) => ((at + 1 + step + length + 1) % (length + 1)) - 1);
    },
  };
}
