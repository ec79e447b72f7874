import type Stripe from 'stripe';
import { type Html, html, sandboxPage } from '../sandbox-page.ts';
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

/** Returns a page with the last hundred payments, refunds and webhook deliveries. */
export function paymentsPage(store: ObjectStore): string {
  const intents = store.list('payment_intent', { limit: 100 }).data;
  const refunds = store.list('refund', { limit: 100 }).data;
  const deliveries = store.all<DeliveryRow>(
    'SELECT event, type, state, attempts, due, outcome FROM deliveries ORDER BY seq DESC LIMIT 100',
  );
  return sandboxPage({
    title: 'Card gateway sandbox',
    notice: 'This is a sandbox. No card is charged and no money moves.',
    className: 'payments',
    content: html`<h2>Payments</h2>
      ${table('Payments', ['Created', 'Payment', 'Amount', 'Status', 'Last error', 'Metadata'], intents.map(intentRow))}
      <h2>Refunds</h2>
      ${table('Refunds', ['Created', 'Refund', 'Amount', 'Status', 'Payment'], refunds.map(refundRow))}
      <h2>Webhook deliveries</h2>
      ${table('Webhook deliveries', ['Event', 'Type', 'State', 'Attempts', 'Last answer', 'Next attempt'], deliveries.map(deliveryRow))}`,
  });
}

function intentRow(intent: Stripe.PaymentIntent): Html {
  const metadata = Object.entries(intent.metadata).map(([key, value]) => `${key}: ${value}`);
  return html`<tr>
    <td>${formatTime(intent.created * 1000)}</td><td><code>${intent.id}</code></td>
    <td>${formatAmount(intent.amount, intent.currency)}</td><td>${intent.status}</td>
    <td>${intent.last_payment_error?.code ?? ''}</td><td>${metadata.join(', ')}</td>
  </tr>`;
}

function refundRow(refund: Stripe.Refund): Html {
  return html`<tr>
    <td>${formatTime(refund.created * 1000)}</td><td><code>${refund.id}</code></td>
    <td>${formatAmount(refund.amount, refund.currency)}</td><td>${refund.status ?? ''}</td>
    <td><code>${String(refund.payment_intent)}</code></td>
  </tr>`;
}

function deliveryRow({ event, type, state, attempts, due, outcome }: DeliveryRow): Html {
  return html`<tr>
    <td><code>${event}</code></td><td>${type}</td><td>${state}</td><td>${attempts}</td>
    <td>${outcome ?? ''}</td><td>${state === 'waiting' ? formatTime(due) : ''}</td>
  </tr>`;
}

function table(label: string, columns: string[], rows: Html[]): Html {
  if (rows.length === 0) return html`<p>None yet.</p>`;
  return html`<div class="scroll" role="region" aria-label="${label}" tabindex="0"><table>
    <thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
    <tbody>${rows}</tbody>
  </table></div>`;
}

function formatTime(timeMs: number): string {
  return new Date(timeMs).toISOString().replace('T', ' ').slice(0, 19);
}
