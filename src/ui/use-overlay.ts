import { useEffect, useEffectEvent } from 'react';
import { openOverlay } from './overlay-history.ts';
import { clearSuccessToasts } from './toast.tsx';

/**
 * For everything that opens above a page: Back closes it, and no toast covers it. `onBack` closes it; it stays open where
 * `onBack` returns true. Without `onBack` it has a URL of its own, which Back leaves.
 */
export function useOverlay(open: boolean, onBack: (() => unknown) | undefined): void {
  const back = useEffectEvent(() => onBack?.() === true);
  const hasEntry = onBack !== undefined;
  useEffect(() => {
    if (!open) return;
    clearSuccessToasts();
    return hasEntry ? openOverlay(() => back()) : undefined;
  }, [open, hasEntry]);
}
