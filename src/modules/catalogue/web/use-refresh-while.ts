import { useEffect } from 'react';
import { useRevalidator } from 'react-router';

/** The delay before each load; the last one repeats. */
const DELAYS_S = [1, 2, 4, 8, 15, 30];

/** Returns the delay before a load in seconds; the first load is 0. */
export function delayBefore(load: number): number {
  return DELAYS_S[Math.min(load, DELAYS_S.length - 1)] ?? 0;
}

/** Runs the loaders again with growing delays, while `isAwaited` is true and the page is visible. */
export function useRefreshWhile(isAwaited: boolean): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isAwaited) return;
    let loads = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const plan = () => {
      clearTimeout(timer);
      if (document.visibilityState !== 'visible') return;
      timer = setTimeout(() => revalidate().then(plan), delayBefore(loads++) * 1000);
    };
    plan();
    document.addEventListener('visibilitychange', plan);
    return () => {
      clearTimeout(timer);
      timer = undefined;
      document.removeEventListener('visibilitychange', plan);
    };
  }, [isAwaited, revalidate]);
}
