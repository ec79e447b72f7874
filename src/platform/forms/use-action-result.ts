import { useEffect, useEffectEvent } from 'react';
import type { Fetcher } from 'react-router';

/** Calls `act` with each answer of a fetcher, once the lists that it changed are loaded again. */
export function useActionResult<T>(
  { state, data }: Pick<Fetcher<T>, 'state' | 'data'>,
  act: (answer: T) => void,
): void {
  const answer = state === 'idle' ? data : undefined;
  const answered = useEffectEvent(act);
  useEffect(() => {
    if (answer) answered(answer);
  }, [answer]);
}
