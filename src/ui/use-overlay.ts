import { useEffect, useEffectEvent } from 'react';
import { openOverlay } from './overlay-history.ts';
import { clearSuccessToasts } from './toast.tsx';

/**
 * For everything that opens above a page: Back closes it, and no toast covers it. `onBack` closes it; it stays open where
 * `onBack` returns true. Without `onBack` Back leaves the page. With `isPage`, a navigation to its own URL has opened it.
 */
export function useOverlay(open: boolean, onBack: (() => unknown) | undefined, isPage = false): void {
  const back = useEffectEvent(() => onBack?.() === true);
  const hasEntry = onBack !== undefined;
  useEffect(() => {
    if (!open) return;
    clearSuccessToasts();
    return hasEntry ? openOverlay(() => back(), isPage) : undefined;
  }, [open, hasEntry, isPage]);
}
