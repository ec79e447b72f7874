import type { PaymentDeps } from './payment-deps.ts';
import { type Inbox, type PaymentProvider, ProviderAway } from './providers/provider.ts';
import { askAndSettle, completePayment, handleProviderChange, leavePayment } from './service.ts';
import { findPayment } from './store.ts';

const ORDERS_PAGE = '/dashboard/myorders';

/** Returns the inbox of a provider: each report leads to a question to the provider, and its answer is settled. */
export function createInbox(deps: PaymentDeps, { name: provider }: PaymentProvider): Inbox {
  const { origin } = deps.emailContext;
  return {
    async returned(intent, outcome) {
      const payment = intent === undefined ? undefined : await findPayment(deps.db, { provider, intent });
      if (!payment) return origin + ORDERS_PAGE;
      const number = { provider, intent: payment.intent };
      try {
        await (outcome === 'agreed' ? completePayment(deps, number) : leavePayment(deps, number));
      } catch (error) {
        // The page asks again, and so does the job.
        if (!(error instanceof ProviderAway)) throw error;
      }
      return `${origin}/dashboard/payment/${payment.bookingId}?back=${provider}`;
    },
    async reported(intent) {
      const payment = await findPayment(deps.db, { provider, intent });
      if (payment) await askAndSettle(deps, { provider, intent });
    },
    changed: (change) => handleProviderChange(deps, provider, change),
  };
}
