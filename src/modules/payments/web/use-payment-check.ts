import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useFetchers, useRevalidator } from 'react-router';
import type { z } from 'zod';
import type { PageMethod } from '#modules/bookings/rules.ts';
import { api } from '#platform/web/api-client.ts';
import { checkPayment } from '../contract.ts';

export type PaymentCheck = z.infer<typeof checkPayment.spec.reply>;

const POLL_INTERVAL_MS = 1500;
const SLOW_POLL_INTERVAL_MS = 5000;
/** A poll without an answer is repeated: a lost connection must not stop the page. */
const POLL_TIMEOUT_MS = 15_000;
/** Time after which polls slow down and the page says that the result takes long. */
const SLOW_POLL_AFTER_MS = 30_000;

/**
 * Checks a booking's payment at the provider once. After a return from the provider's page it repeats the check until the
 * payment has ended. Then the page is loaded again. Before the first answer it returns the `recorded` state.
 */
export function usePaymentCheck(
  { bookingId, method }: { bookingId: string; method: PageMethod | undefined },
  ask: 'no' | 'once' | 'until-ended',
  recorded: PaymentCheck | undefined,
) {
  const [check, setCheck] = useState(recorded);
  const [isLong, setLong] = useState(false);
  const { revalidate } = useRevalidator();
  // React Router drops the redirect of a form if a load begins while the form is being sent.
  const isSending = useFetchers().length > 0;
  const due = useRef(false);
  const reload = useEffectEvent(() => {
    due.current = isSending;
    if (!isSending) void revalidate();
  });

  useEffect(() => {
    if (ask === 'no') return;
    const stop = new AbortController();
    const since = performance.now();
    let timer: ReturnType<typeof setTimeout> | undefined;
    async function askProvider(): Promise<void> {
      const signal = AbortSignal.timeout(POLL_TIMEOUT_MS);
      const asked = { params: { id: bookingId }, query: { method } };
      const answer = await api.send(checkPayment, asked, { signal }).catch(() => NO_ANSWER);
      if (stop.signal.aborted) return;
      setCheck(answer);
      if (answer.state !== 'open') return reload();
      if (ask === 'once') return;
      const takesLong = performance.now() - since > SLOW_POLL_AFTER_MS;
      setLong(takesLong);
      timer = setTimeout(askProvider, takesLong ? SLOW_POLL_INTERVAL_MS : POLL_INTERVAL_MS);
    }
    askProvider();
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [bookingId, method, ask]);

  useEffect(() => {
    if (!isSending && due.current) reload();
  }, [isSending]);

  return { check, isLong };
}

/** The result while the store does not answer: neither the payment nor the provider is known. */
const NO_ANSWER: PaymentCheck = { state: 'open', away: false };
