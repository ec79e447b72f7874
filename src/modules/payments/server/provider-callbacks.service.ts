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
  type RedirectOutcome,
} from './providers/provider.ts';
import { cancelAbandonedPayment, completePayment, handleProviderChange, pollAndSettle } from './service.ts';
import { settlePayment } from './settle.service.ts';
import { findPayment, isTransactionKnown, selectUncaptured } from './store.ts';

const ORDERS_PAGE = '/dashboard/myorders';
/** Timeout of settling a payment before the buyer is redirected. The payment page polls again. */
const REDIRECT_TIMEOUT_MS = 3000;

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
  { name: provider, takesOnConfirm, findTransaction }: PaymentProvider,
): ProviderCallbacks {
  const { origin } = deps.emailContext;

  async function settleReturn({ id, intent }: { id: string; intent: string }, outcome: RedirectOutcome): Promise<void> {
    const number = { provider, intent };
    // The provider takes nothing by itself: no poll is needed, and none would report the return.
    if (takesOnConfirm && outcome !== 'agreed' && (await updateAbandoned(deps.db, [provider], id))) return;
    if (await mayPoll(deps, number, takesOnConfirm && outcome === 'agreed' ? 'agreement' : 'poll'))
      return waitAtMost(settle(number, outcome), REDIRECT_TIMEOUT_MS);
    if (takesOnConfirm && outcome === 'agreed') await completeLater(deps.db, number);
  }

  async function settle(number: PaymentNumber, outcome: RedirectOutcome): Promise<void> {
    try {
      if (outcome === 'agreed') await completePayment(deps, number, takesOnConfirm);
      else await cancelAbandonedPayment(deps, number);
    } catch (error) {
      // The page polls again, and so does the job.
      if (!(error instanceof ProviderUnavailable)) throw error;
    }
  }

  /** Polls a payment, or has a job poll it after the pause. Returns whether it was polled. */
  async function pollNowOrLater(number: PaymentNumber): Promise<boolean> {
    const isAllowed = await mayPoll(deps, number);
    if (isAllowed) await pollAndSettle(deps, number);
    // The report is not refused: providers stop resending refused ones.
    else await pollLater(deps.db, number);
    return isAllowed;
  }

  /**
   * Polls the payments of a booking that a transaction may belong to. Returns false while one may still turn out to be
   * it.
   */
  async function pollUncaptured(bookingId: string): Promise<boolean> {
    let isCertain = true;
    for (const { intent, isConfirming } of await selectUncaptured(deps.db, provider, bookingId))
      if (!(await pollNowOrLater({ provider, intent })) || isConfirming) isCertain = false;
    return isCertain;
  }

  return {
    async handleRedirect(intent, outcome) {
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
      await pollNowOrLater({ provider, intent });
    },
    async handleTransaction(transaction, bookingId) {
      const isKnown = () => isTransactionKnown(deps.db, provider, transaction);
      if (await isKnown()) return;
      const isCertain = await pollUncaptured(bookingId);
      if (await isKnown()) return;
      if (!isCertain || !(await mayPoll(deps, { provider, intent: transaction })))
        throw new ProviderUnavailable(`The transaction ${transaction} may belong to a payment in progress`);
      // A restore may have lost the payment. Without its number it cannot be adopted, so the admins are told.
      const record = await findTransaction?.(transaction);
      if (record) await settlePayment(deps, record);
    },
    handleChange: (change) => handleProviderChange(deps, provider, change),
  };
}
