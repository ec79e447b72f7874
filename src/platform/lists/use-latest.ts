import { useEffect, useEffectEvent, useState } from 'react';
import { CallError } from '#platform/contract/call-client.ts';

/**
 * Loads a value when `key` changes. Returns the previous value during a load, and undefined after a failure. `isCurrent`: the
 * value belongs to `key`. Without a key nothing is loaded.
 */
export function useLatest<T>(
  key: string | undefined,
  load: (key: string, signal: AbortSignal) => Promise<T>,
): { value: T | undefined; isCurrent: boolean } {
  const [loaded, setLoaded] = useState<{ key: string; value: T | undefined }>();
  const loadKey = useEffectEvent(load);
  useEffect(() => {
    if (key === undefined) return;
    const controller = new AbortController();
    const { signal } = controller;
    // The effect of a tap runs before its paint, which does not wait for the request.
    setTimeout(() =>
      loadKey(key, signal)
        .then((value) => !signal.aborted && setLoaded({ key, value }))
        .catch((error: unknown) => {
          if (signal.aborted) return;
          // The page itself reports the end of the session.
          if (!(error instanceof CallError && error.status === 401)) console.error(error);
          setLoaded({ key, value: undefined });
        }),
    );
    return () => controller.abort();
  }, [key]);
  return { value: loaded?.value, isCurrent: loaded?.key === key };
}
