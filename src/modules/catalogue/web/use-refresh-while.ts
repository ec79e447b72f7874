import { useEffect } from 'react';
import { useRevalidator } from 'react-router';

/** How long to wait before each look, in seconds; the last one stays. */
const PAUSES = [1, 2, 4, 8, 15, 30];

export function pauseBefore(look: number): number {
  return PAUSES[Math.min(look, PAUSES.length - 1)] ?? 0;
}

/** Runs the loaders again, ever less often, while something is awaited and somebody looks at the page. */
export function useRefreshWhile(awaited: boolean): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!awaited) return;
    let looks = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const plan = () => {
      clearTimeout(timer);
      if (document.visibilityState !== 'visible') return;
      timer = setTimeout(() => revalidate().then(plan), pauseBefore(looks++) * 1000);
    };
    plan();
    document.addEventListener('visibilitychange', plan);
    return () => {
      clearTimeout(timer);
      timer = undefined;
      document.removeEventListener('visibilitychange', plan);
    };
  }, [awaited, revalidate]);
}
