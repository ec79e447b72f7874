import { isCaptured } from '../rules.ts';
import { updateAbandoned } from './open-payments.store.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { mayPoll } from './poll-limits.ts';
import { completeLater, pollLater } from './poll-queue.ts';
import {
  type PaymentNumber,
  type PaymentProvider,
  type ProviderCallbacks,
  ProviderUnavailable,
  type ReturnOutcome,
} from './providers/provider.ts';
import { cancelAbandonedPayment, completePayment, handleProviderChange, pollAndSettle } from './service.ts';
import { findPayment } from './store.ts';

const ORDERS_PAGE = '/dashboard/myorders';
/** The longest wait of a return. The page of the payment polls again. */
const RETURN_MAX_MS = 3000;

/** Waits at most `maxMs` for work, which goes on. The minute job settles a late failure. */
async function waitAtMost(work: Promise<void>, maxMs: number): Promise<void> {
  work.catch(() => undefined);
  let timer: NodeJS.Timeout | undefined;
  const end = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, maxMs);
  });
  await Promise.race([work, end]).finally(() => clearTimeout(timer));
}

/** Returns the callbacks of a provider. They poll the provider for each report and settle the answer. */
export function createProviderCallbacks(
  deps: PaymentDeps,
  { name: provider, takesOnConfirm }: PaymentProvider,
): ProviderCallbacks {
  const { origin } = deps.emailContext;

  async function settleReturn({ id, intent }: { id: string; intent: string }, outcome: ReturnOutcome): Promise<void> {
    const number = { provider, intent };
    // The provider takes nothing by itself: no poll is needed, and none would report the return.
    if (takesOnConfirm && outcome !== 'agreed' && (await updateAbandoned(deps.db, [provider], id))) return;
    if (await mayPoll(deps, number, takesOnConfirm && outcome === 'agreed' ? 'agreement' : 'poll'))
      return waitAtMost(settle(number, outcome), RETURN_MAX_MS);
    if (takesOnConfirm && outcome === 'agreed') await completeLater(deps.db, number);
  }

  async function settle(number: PaymentNumber, outcome: ReturnOutcome): Promise<void> {
    try {
      if (outcome === 'agreed') await completePayment(deps, number, takesOnConfirm);
      else await cancelAbandonedPayment(deps, number);
    } catch (error) {
      // The page polls again, and so does the job.
      if (!(error instanceof ProviderUnavailable)) throw error;
    }
  }

  return {
    async handleReturn(intent, outcome) {
      const payment = intent === undefined ? undefined : await findPayment(deps.db, { provider, intent });
      if (!payment) return origin + ORDERS_PAGE;
      // Otherwise the page polls as soon as it may.
      if (!isCaptured(payment.state)) await settleReturn(payment, outcome);
      const refusal = outcome === 'refused' ? '&refused=1' : '';
      return `${origin}/dashboard/payment/${payment.bookingId}?back=${provider}${refusal}`;
    },
    async handleNotification(intent) {
      const payment = await findPayment(deps.db, { provider, intent });
      // A payment that the store lost by a restore is adopted, if it names a booking.
      // A confirm-only provider captures once; others may report a further capture.
      if (payment && isCaptured(payment.state) && takesOnConfirm) return;
      // The report is polled later, not refused: providers stop resending refused ones.
      if (await mayPoll(deps, { provider, intent })) await pollAndSettle(deps, { provider, intent });
      else await pollLater(deps.db, { provider, intent });
    },
    handleChange: (change) => handleProviderChange(deps, provider, change),
  };
}
