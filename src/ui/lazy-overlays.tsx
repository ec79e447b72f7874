import { type ComponentType, lazy, Suspense, useState } from 'react';

interface Openable {
  open: boolean;
}

/** Returns a dialog or drawer whose code is loaded when it first opens, or when `soon` is true. */
export function lazyOverlay<P extends Openable>(load: () => Promise<ComponentType<P>>) {
  const Overlay = lazy(async () => ({ default: await load() }));
  return function LazyOverlay({ soon = false, ...props }: P & { soon?: boolean }) {
    const [needed, setNeeded] = useState(false);
    if (!needed && (props.open || soon)) setNeeded(true);
    return needed ? (
      <Suspense>
        <Overlay {...(props as unknown as P)} />
      </Suspense>
    ) : null;
  };
}

export const ConfirmDialog = lazyOverlay(async () => (await import('./confirm-dialog.tsx')).ConfirmDialog);
export const Drawer = lazyOverlay(async () => (await import('./drawer.tsx')).Drawer);
