import type Stripe from 'stripe';
import { seconds } from './clock.ts';
import { newId } from './object-ids.ts';
import type { Context, Operation, Origin } from './operation.ts';
import { listOfIntent } from './refunds.ts';
import { invalidRequest, notFound } from './stripe-error.ts';

/** Evidence that decides a test dispute (https://docs.stripe.com/testing#evidence). */
const OUTCOMES: Record<string, 'won' | 'lost'> = { winning_evidence: 'won', losing_evidence: 'lost' };

const EVIDENCE_DUE_S = 7 * 24 * 60 * 60;

/** Opens a dispute of a whole charge, which withdraws the money at once. */
export function openDispute(context: Context, charge: Stripe.Charge, origin: Origin): void {
  const created = seconds(context.clock);
  const dispute = {
    id: newId('du'),
    object: 'dispute',
    amount: charge.amount,
    balance_transactions: [{ amount: -charge.amount, created, type: 'adjustment' }],
    charge: charge.id,
    created,
    currency: charge.currency,
    evidence: {},
    evidence_details: { due_by: created + EVIDENCE_DUE_S, has_evidence: false, past_due: false, submission_count: 0 },
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: 'fraudulent',
    status: 'needs_response',
  } as unknown as Stripe.Dispute;
  charge.disputed = true;
  context.store.insert('dispute', dispute, charge.id);
  context.store.update(charge);
  context.publish('charge.dispute.created', dispute, origin);
  context.publish('charge.dispute.funds_withdrawn', dispute, origin);
  context.log(`${dispute.id} of ${charge.id} opened`);
}

/** `GET /v1/disputes`, optionally of one payment. */
export const listDisputes: Operation = (context, request) => listOfIntent(context, request, 'dispute', '/v1/disputes');

/** `POST /v1/disputes/:id`: evidence with one of Stripe's test texts decides the dispute. */
export const updateDispute: Operation = (context, { params, id, origin }) => {
  params.allowOnly('evidence', 'expand');
  const text = params.object('evidence')?.allowOnly('uncategorized_text').string('uncategorized_text') ?? '';
  return () => {
    const dispute = context.store.find('dispute', id)?.object;
    if (!dispute) throw notFound('dispute', id);
    if (dispute.status === 'won' || dispute.status === 'lost')
      throw invalidRequest('This dispute is already closed', { code: 'dispute_closed' });
    const outcome = OUTCOMES[text];
    dispute.status = outcome ?? 'under_review';
    if (outcome === 'won') {
      const reinstated = { amount: dispute.amount, created: seconds(context.clock), type: 'adjustment' };
      dispute.balance_transactions.push(reinstated as Stripe.BalanceTransaction);
    }
    context.store.update(dispute);
    context.publish(outcome ? 'charge.dispute.closed' : 'charge.dispute.updated', dispute, origin);
    if (outcome === 'won') context.publish('charge.dispute.funds_reinstated', dispute, origin);
    context.log(`${id} ${dispute.status}`);
    return dispute;
  };
};
