import type { FastifyReply } from 'fastify';
import { sendBookPage } from '../book-page.ts';
import { formatAmount } from './challenge-page.ts';
import type { ObjectStore } from './object-store.ts';

interface DeliveryRow {
  event: string;
  type: string;
  state: string;
  attempts: number;
  due: number;
  outcome: string | null;
}

/** Sends a page with the last hundred payments, refunds and webhook deliveries. */
export function sendPaymentsPage(reply: FastifyReply, store: ObjectStore): FastifyReply {
  const payments = store.list('payment_intent', { limit: 100 }).data.map((intent) => ({
    ...{ Created: formatTime(intent.created * 1000), Payment: intent.id, Status: intent.status },
    ...{ Amount: formatAmount(intent.amount, intent.currency), 'Last error': intent.last_payment_error?.code ?? '' },
    Metadata: Object.entries(intent.metadata)
      .map(([key, value]) => `${key}: ${value}`)
      .join(', '),
  }));
  const refunds = store.list('refund', { limit: 100 }).data.map((refund) => ({
    ...{ Created: formatTime(refund.created * 1000), Refund: refund.id, Status: refund.status ?? '' },
    ...{ Amount: formatAmount(refund.amount, refund.currency), Payment: String(refund.payment_intent) },
  }));
  const sql = 'SELECT event, type, state, attempts, due, outcome FROM deliveries ORDER BY seq DESC LIMIT 100';
  const deliveries = store.all<DeliveryRow>(sql).map(({ event, type, state, attempts, outcome, due }) => ({
    ...{ Event: event, Type: type, State: state, Attempts: String(attempts), 'Last answer': outcome ?? '' },
    'Next attempt': state === 'waiting' ? formatTime(due) : '',
  }));
  const lists = { Payments: payments, Refunds: refunds, 'Webhook deliveries': deliveries };
  return sendBookPage(reply, 'Card gateway sandbox', lists);
}

function formatTime(timeMs: number): string {
  return new Date(timeMs).toISOString().replace('T', ' ').slice(0, 19);
}
