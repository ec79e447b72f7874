import { useEffect, useEffectEvent } from 'react';

/** `useOverlay` for small panels of every page: what lets Back close them loads when they open. */
export function useLateOverlay(open: boolean, onBack: () => void): void {
  const back = useEffectEvent(onBack);
  useEffect(() => {
    if (!open) return;
    let close: (() => void) | undefined;
    let ended = false;
    import('./overlay-history.ts').then(
      ({ openOverlay }) => {
        if (!ended)
          close = openOverlay(() => {
            back();
            return false;
          });
      },
      // Without a network Back leaves the page.
      () => undefined,
    );
    return () => {
      ended = true;
      close?.();
    };
  }, [open]);
}
