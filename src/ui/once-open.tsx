import { type ComponentType, lazy, Suspense, useState } from 'react';

interface Openable {
  open: boolean;
}

/** Makes a window out of one that is fetched when it first opens, or when `soon` says that it may at any moment. */
export function onceOpen<P extends Openable>(fetchIt: () => Promise<ComponentType<P>>) {
  const Window = lazy(async () => ({ default: await fetchIt() }));
  return function OnceOpen({ soon = false, ...props }: P & { soon?: boolean }) {
    const [asked, setAsked] = useState(false);
    if (!asked && (props.open || soon)) setAsked(true);
    return asked ? (
      <Suspense>
        <Window {...(props as unknown as P)} />
      </Suspense>
    ) : null;
  };
}
