import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { isSearchShortcutOn } from '#platform/lists/search-shortcut.ts';
import { useSession } from '#platform/web/session.ts';
import { useOverlay } from '#ui/use-overlay.ts';

/** State of a panel that every navigation closes, including Back and Forward. */
export function useClosedByNavigation(): [open: boolean, setOpen: (open: boolean) => void] {
  const { key } = useLocation();
  const [openAt, setOpenAt] = useState<string | null>(null);
  if (openAt !== null && openAt !== key) setOpenAt(null);
  return [openAt === key, (open) => setOpenAt(open ? key : null)];
}

/** State of the menu panel. Escape closes it while the focus is in the header. */
export function useMenuPanel() {
  const [open, setOpen] = useClosedByNavigation();
  const header = useRef<HTMLElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  useOverlay(open, () => setOpen(false));
  const closeOnEscape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !header.current?.matches(':focus-within')) return;
    setOpen(false);
    opener.current?.focus();
  });
  useEffect(() => {
    if (!open) return;
    document.addEventListener('keydown', closeOnEscape);
    return () => document.removeEventListener('keydown', closeOnEscape);
  }, [open]);
  return { open, setOpen, header, opener };
}

/** The search panel below the bar on small screens, and the `/` key, which focuses the field. */
export function useSearchPanel() {
  // Visitors have no setting to turn the key off.
  const hasKey = useSession().state === 'signedIn';
  const [open, setOpen] = useClosedByNavigation();
  const field = useRef<HTMLInputElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  useOverlay(open, () => setOpen(false));

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
      if (!isSearchShortcutOn()) return;
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
