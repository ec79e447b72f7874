import { z } from 'zod';
import { Problem } from '#platform/contract/problem.ts';
import type { Db } from '#platform/database/database.ts';
import { onceFor } from '#platform/http/idempotency.ts';
import { isOpen } from '../rules.ts';
import { recordReturnByHand } from './by-hand.service.ts';
import { amountsOf, fetchRecord, type ProviderRecord } from './card-provider.ts';
import { selectLedger } from './ledger.store.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { differences } from './reconciliation-report.ts';
import { mayRefund, refundDuePayment, refundUnknownIntent } from './refund.job.ts';
import { remainingAmount, settleIntent } from './settle.service.ts';
import { findAvailability, findPayment, selectDueIntents } from './store.ts';

/** The result of settling a payment: an order, a refund, ledger lines only, or nothing until an admin decides. */
export type Outcome = 'order' | 'refund' | 'record' | 'person';

/** A payment that differs between the provider and a restored database, or that is due back. */
export interface Unsettled {
  intent: string;
  bookingId: string;
  /** Name of the product at the time of booking. */
  itemName: string;
  /** The amount that is not returned, in minor units. */
  kept: number;
  currency: string;
  outcome: Outcome;
}

/**
 * Finds every payment that differs between the provider and the books, and every other one that the refund job would
 * return. Changes nothing.
 */
export async function findUnsettled({ db, stripe }: Pick<PaymentDeps, 'db' | 'stripe'>): Promise<Unsettled[]> {
  const found: Unsettled[] = [];
  for await (const { record } of differences(db, stripe)) found.push(await predictOutcome(db, record));
  const differing = new Set(found.map(({ intent }) => intent));
  for (const intent of await selectDueIntents(db)) {
    if (differing.has(intent)) continue;
    const record = await fetchRecord(stripe, intent, { all: true }).catch(ignoreUnknownIntent);
    const due = record && (await predictOutcome(db, record));
    if (due?.outcome === 'refund') found.push(due);
  }
  return found;
}

/** `verify-books` reports a payment that the provider does not know. */
function ignoreUnknownIntent(error: { code?: string }): undefined {
  if (error.code !== 'resource_missing') throw error;
}

async function predictOutcome(db: Db, record: ProviderRecord): Promise<Unsettled> {
  const { id: intent, metadata, description, currency } = record.intent;
  const bookingId = metadata.bookingId ?? '';
  const payment = await findPayment(db, 'intent', intent);
  const lines = payment ? await selectLedger(db, payment.id) : [];
  const byHand = lines.reduce((sum, { kind, amount }) => sum + (kind === 'by_hand' ? amount : 0), 0);
  const kept = remainingAmount(record) - byHand;
  const returned = mayRefund(record, lines) ? 'refund' : 'person';
  const part = payment?.state === 'succeeded' ? payment.returnPoisha - (amountsOf(record).received - kept) : 0;
  if (part > 0) return { intent, bookingId, itemName: description ?? '', kept: part, currency, outcome: returned };
  const outcomeOf = async (): Promise<Outcome> => {
    const outlook = z.uuid().safeParse(bookingId).success ? await findAvailability(db, bookingId) : undefined;
    if (!outlook) return returned;
    if (kept <= 0 || payment?.state === 'succeeded' || payment?.state === 'cancelled') return 'record';
    return outlook.isFree && (!payment || isOpen(payment.state)) ? 'order' : returned;
  };
  return { intent, bookingId, itemName: description ?? '', kept, currency, outcome: await outcomeOf() };
}

/**
 * Settles one payment: as an order, by a refund, or by ledger lines. A repeat changes nothing. Returns false when an admin
 * has to decide.
 * @throws when the provider cannot be reached or refuses a refund.
 */
export async function settleUnsettled(deps: PaymentDeps, { intent }: Pick<Unsettled, 'intent'>): Promise<boolean> {
  const settled = await settleIntent(deps, await fetchRecord(deps.stripe, intent, { all: true }));
  if (!settled) return refundUnknownIntent(deps.stripe, intent);
  return refundDuePayment(deps, settled.id);
}

/**
 * Records the rest of a payment as returned by hand, before a job refunds it.
 * @throws Problem (404) without its booking, and the problems of `recordReturnByHand`.
 */
export async function settleByHand(deps: PaymentDeps, intent: string, reference: string): Promise<void> {
  const settled = await settleIntent(deps, await fetchRecord(deps.stripe, intent, { all: true }));
  if (!settled) throw new Problem('missing', 'not-found', 'error.notFound');
  const fromCommandLine = { paymentId: settled.id, actor: null, once: onceFor(undefined) };
  await recordReturnByHand(deps, fromCommandLine, { amount: 'rest', reference });
}
