import { useEffect, useRef } from 'react';
import { isSearchKeyOn } from '#platform/web/search-key.ts';
import { useSession } from '#platform/web/session.ts';
import { useOpenHere } from './use-open-here.ts';

/** The search panel below the bar on small screens, and the `/` key, which focuses the field. */
export function useSearchPanel() {
  // Visitors have no setting to turn the key off.
  const hasKey = useSession().state === 'signedIn';
  const [open, setOpen] = useOpenHere();
  const field = useRef<HTMLInputElement>(null);
  const opener = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    const input = field.current;
    if (open) {
      input?.focus();
      // Typing replaces the previous query.
      input?.select();
    }
    // Hiding the field would lose the focus.
    else if (input && input === document.activeElement && !input.checkVisibility())
      document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  }, [open]);

  useEffect(() => {
    if (!hasKey) return;
    function jump(event: KeyboardEvent) {
      const input = field.current;
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (!isSearchKeyOn()) return;
      if (!input?.checkVisibility() || isTypedInto(event.target) || document.querySelector('[role$="dialog"]')) return;
      event.preventDefault();
      input.focus();
      input.select();
    }
    document.addEventListener('keydown', jump);
    return () => document.removeEventListener('keydown', jump);
  }, [hasKey]);

  return {
    open,
    field,
    opener,
    toggle: () => setOpen(!open),
    hide: () => setOpen(false),
    /** Closes the panel from within. */
    escape() {
      if (!open) return;
      setOpen(false);
      opener.current?.focus();
    },
  };
}

function isTypedInto(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));
}
