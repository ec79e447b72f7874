import type Stripe from 'stripe';
import { seconds } from './clock.ts';
import { newId } from './identifiers.ts';
import { listPage } from './listing.ts';
import { invalid, missing } from './problem.ts';
import { successfulCharge } from './refunds.ts';
import type { Cause, Operation, Till } from './till.ts';

/** Evidence that decides a test dispute (https://docs.stripe.com/testing#evidence). */
const OUTCOMES: Record<string, 'won' | 'lost'> = { winning_evidence: 'won', losing_evidence: 'lost' };

/** Opens a dispute of a whole charge: the bank takes the money back at once. */
export function openDispute(till: Till, charge: Stripe.Charge, cause: Cause): void {
  const created = seconds(till.clock);
  const dispute = {
    id: newId('du'),
    object: 'dispute',
    amount: charge.amount,
    balance_transactions: [{ amount: -charge.amount, created, type: 'adjustment' }],
    charge: charge.id,
    created,
    currency: charge.currency,
    evidence: {},
    evidence_details: { due_by: created + 7 * 24 * 60 * 60, has_evidence: false, past_due: false, submission_count: 0 },
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: 'fraudulent',
    status: 'needs_response',
  } as unknown as Stripe.Dispute;
  charge.disputed = true;
  till.book.add('dispute', dispute, charge.id);
  till.book.save(charge);
  till.announce('charge.dispute.created', dispute, cause);
  till.announce('charge.dispute.funds_withdrawn', dispute, cause);
  till.log(`${dispute.id} of ${charge.id} opened`);
}

/** `GET /v1/disputes/:id` */
export const retrieveDispute: Operation = (till, ask) => () => {
  ask.params.only('expand');
  return findDispute(till, ask.id);
};

/** `GET /v1/disputes`, of one payment or charge when it is named. */
export const listDisputes: Operation = (till, ask) => {
  const intent = ask.params.filled('payment_intent');
  const named = ask.params.filled('charge');
  const parent = intent === undefined ? named : (successfulCharge(till, intent)?.id ?? 'none');
  return listPage(till, ask, 'dispute', '/v1/disputes', { names: ['payment_intent', 'charge'], parent });
};

/** `POST /v1/disputes/:id`: evidence of Stripe's test texts decides the dispute. */
export const updateDispute: Operation = (till, ask) => {
  const { params } = ask;
  params.only('evidence', 'submit', 'metadata', 'expand');
  const text = params.group('evidence')?.only('uncategorized_text').text('uncategorized_text') ?? '';
  return () => {
    const dispute = mustBeOpen(findDispute(till, ask.id));
    const outcome = OUTCOMES[text];
    if (outcome) return closeAs(till, dispute, outcome, ask.cause);
    dispute.status = 'under_review';
    till.book.save(dispute);
    till.announce('charge.dispute.updated', dispute, ask.cause);
    return dispute;
  };
};

/** `POST /v1/disputes/:id/close`: gives in. */
export const closeDispute: Operation = (till, ask) => {
  ask.params.only('expand');
  return () => closeAs(till, mustBeOpen(findDispute(till, ask.id)), 'lost', ask.cause);
};

function closeAs(till: Till, dispute: Stripe.Dispute, outcome: 'won' | 'lost', cause: Cause): Stripe.Dispute {
  dispute.status = outcome;
  if (outcome === 'won') {
    const reinstated = { amount: dispute.amount, created: seconds(till.clock), type: 'adjustment' };
    dispute.balance_transactions.push(reinstated as Stripe.BalanceTransaction);
  }
  till.book.save(dispute);
  till.announce('charge.dispute.closed', dispute, cause);
  if (outcome === 'won') till.announce('charge.dispute.funds_reinstated', dispute, cause);
  till.log(`${dispute.id} ${outcome}`);
  return dispute;
}

function mustBeOpen(dispute: Stripe.Dispute): Stripe.Dispute {
  if (dispute.status === 'won' || dispute.status === 'lost')
    throw invalid('This dispute is already closed', { code: 'dispute_closed' });
  return dispute;
}

function findDispute(till: Till, id: string): Stripe.Dispute {
  const found = till.book.find('dispute', id);
  if (!found) throw missing('dispute', id);
  return found.object;
}
