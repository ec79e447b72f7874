import { useCallback, useEffect, useRef, useState } from 'react';
import { useSession } from '#platform/web/session.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { afterPaint } from '#ui/after-paint.ts';
import { useOverlay } from '#ui/use-overlay.ts';
import { useCategoryPath } from '../products/category-path.ts';
import type { Suggestion } from './suggest.ts';

/** A pause in typing before a request. */
const TYPING_PAUSE_MS = 300;
/** A shorter query sends no request. */
const QUERY_MIN_CHARS = 2;

// Loaded when a search begins.
const loadCall = () => import('./suggest.ts');
const loadRecent = () => import('./recent-searches.ts');

/** Suggests recent searches at once, others in a pause of typing. Cancels requests for an outdated query. */
export function useSuggestions() {
  const { language } = useTranslator();
  const { user } = useSession();
  const categoryPath = useCategoryPath();
  const [known, setKnown] = useState<{ text: string; list: readonly Suggestion[] }>({ text: '', list: [] });
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const asking = useRef<AbortController>(undefined);

  const forget = useCallback(() => asking.current?.abort(), []);
  useEffect(() => forget, [forget]);

  function show(text: string, list: readonly Suggestion[]) {
    setKnown({ text, list });
    setActive(-1);
    setOpen(list.length > 0);
  }
  async function suggest(text: string) {
    forget();
    asking.current = new AbortController();
    const { signal } = asking.current;
    try {
      await afterPaint();
      if (signal.aborted) return;
      const { loadSuggestions, recentSuggestions } = await loadCall();
      const recent = () => recentSuggestions(user?.id, text);
      const isShort = [...text].length < QUERY_MIN_CHARS;
      if (!isShort) await pause(TYPING_PAUSE_MS, signal);
      if (signal.aborted) return;
      const list = isShort ? [] : await loadSuggestions(text, { language, categoryPath }, signal);
      if (!signal.aborted) show(text, [...list, ...recent()]);
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
  const shown = open ? known.list : [];
  useOverlay(shown.length > 0, close);
  return {
    shown,
    /** The index of the active option; -1 for the field itself. */
    active,
    close,
    /** Shows recent searches in an empty field. */
    focus: (typed: string) => void (typed === '' && suggest('')),
    type: (typed: string) => void suggest(typed.trim()),
    /** Keeps a search that was made on this device. Without its code nothing is kept. */
    keep: (text: string) =>
      void loadRecent().then(
        ({ keepSearch }) => keepSearch(user?.id, text),
        () => undefined,
      ),
    clearRecent() {
      void loadRecent().then(({ clearRecentSearches }) => clearRecentSearches(user?.id));
      show(
        known.text,
        known.list.filter(({ kind }) => kind !== 'recent'),
      );
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

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = window.setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      window.clearTimeout(timer);
      resolve();
    });
  });
}
