import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** Moves the focus to the new page's heading after a navigation, so that screen readers begin there. */
export function usePageFocus(): void {
  const { pathname, hash } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const heading = document.querySelector<HTMLElement>('main h1');
    if (!heading || hash || document.activeElement?.closest('main form')) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [pathname, hash]);
}
