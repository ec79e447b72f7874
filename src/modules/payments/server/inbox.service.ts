import { isCaptured } from '../rules.ts';
import { askLater, completeLater } from './late-question.job.ts';
import { updateAbandoned } from './open-payments.store.ts';
import type { PaymentDeps } from './payment-deps.ts';
import {
  type Inbox,
  type PaymentNumber,
  type PaymentProvider,
  ProviderAway,
  type ReturnOutcome,
} from './providers/provider.ts';
import { mayAsk } from './question-limits.ts';
import { askAndSettle, completePayment, handleProviderChange, leavePayment } from './service.ts';
import { findPayment } from './store.ts';

const ORDERS_PAGE = '/dashboard/myorders';
/** The longest wait of a way back. The page of the payment asks again. */
const RETURN_MAX_MS = 3000;

/** Waits for work at most so long. The work goes on. The job of each minute settles a late failure. */
async function atMost(work: Promise<void>, maxMs: number): Promise<void> {
  work.catch(() => undefined);
  let timer: NodeJS.Timeout | undefined;
  const end = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, maxMs);
  });
  await Promise.race([work, end]).finally(() => clearTimeout(timer));
}

/** Returns the inbox of a provider: each report leads to a question to the provider, and its answer is settled. */
export function createInbox(deps: PaymentDeps, { name: provider, takesOnConfirm }: PaymentProvider): Inbox {
  const { origin } = deps.emailContext;

  async function settleReturn({ id, intent }: { id: string; intent: string }, outcome: ReturnOutcome): Promise<void> {
    const number = { provider, intent };
    // The provider takes nothing by itself, so that no question is needed, and no answer would tell of the return.
    if (takesOnConfirm && outcome !== 'agreed' && (await updateAbandoned(deps.db, [provider], id))) return;
    if (await mayAsk(deps, number, takesOnConfirm && outcome === 'agreed' ? 'agreement' : 'question'))
      return atMost(ask(number, outcome), RETURN_MAX_MS);
    if (takesOnConfirm && outcome === 'agreed') await completeLater(deps.db, number);
  }

  async function ask(number: PaymentNumber, outcome: ReturnOutcome): Promise<void> {
    try {
      if (outcome === 'agreed') await completePayment(deps, number, takesOnConfirm);
      else await leavePayment(deps, number);
    } catch (error) {
      // The page asks again, and so does the job.
      if (!(error instanceof ProviderAway)) throw error;
    }
  }

  return {
    async returned(intent, outcome) {
      const payment = intent === undefined ? undefined : await findPayment(deps.db, { provider, intent });
      if (!payment) return origin + ORDERS_PAGE;
      // Without a question the page asks, as soon as it may.
      if (!isCaptured(payment.state)) await settleReturn(payment, outcome);
      const refusal = outcome === 'refused' ? '&refused=1' : '';
      return `${origin}/dashboard/payment/${payment.bookingId}?back=${provider}${refusal}`;
    },
    async reported(intent) {
      const payment = await findPayment(deps.db, { provider, intent });
      // A payment that the store lost by a restore is adopted, if it names a booking.
      // Only a provider that takes money by a call of ours takes it once.
      if (payment && isCaptured(payment.state) && takesOnConfirm) return;
      // A provider gives up messages that are refused.
      if (await mayAsk(deps, { provider, intent })) await askAndSettle(deps, { provider, intent });
      else await askLater(deps.db, { provider, intent });
    },
    changed: (change) => handleProviderChange(deps, provider, change),
  };
}
