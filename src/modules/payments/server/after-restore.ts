import { z } from 'zod';
import { Problem } from '#platform/contract/problem.ts';
import type { Db } from '#platform/database/database.ts';
import { onceFor } from '#platform/http/idempotency.ts';
import { isOpen } from '../rules.ts';
import { recordReturnByHand } from './by-hand.service.ts';
import { selectLedger } from './ledger.store.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { fetchRecord, type ProviderRecord } from './provider-record.ts';
import { differences } from './reconciliation-report.ts';
import { mayRefund, returnDue, returnStray } from './refund.job.ts';
import { amountKept, settleIntent } from './settle.service.ts';
import { findOutlook, findPaymentOfIntent, selectIntentsDue } from './store.ts';

/** What settling a payment leads to: an order, a refund, lines in the books alone, or nothing until a person decides. */
export type Outcome = 'order' | 'refund' | 'record' | 'person';

/** A payment that the provider knows and a restored database does not, or not so; or one that is due back. */
export interface Unsettled {
  intent: string;
  bookingId: string;
  /** As it was named when it was booked. */
  itemName: string;
  /** What the store still has of it, in minor units. */
  kept: number;
  currency: string;
  outcome: Outcome;
}

/**
 * Finds every payment at the provider that the books do not have as it is there, and every other one that the refund job
 * would return. Changes nothing.
 */
export async function findUnsettled({ db, stripe }: Pick<PaymentDeps, 'db' | 'stripe'>): Promise<Unsettled[]> {
  const found: Unsettled[] = [];
  for await (const { record } of differences(db, stripe)) found.push(await foresee(db, record));
  const differing = new Set(found.map(({ intent }) => intent));
  for (const intent of await selectIntentsDue(db)) {
    if (differing.has(intent)) continue;
    const record = await fetchRecord(stripe, intent, { all: true }).catch(unlessUnknown);
    const due = record && (await foresee(db, record));
    if (due?.outcome === 'refund') found.push(due);
  }
  return found;
}

/** A payment that the provider does not know is named by `verify-books`. */
function unlessUnknown(error: { code?: string }): undefined {
  if (error.code !== 'resource_missing') throw error;
}

/** What settling a payment with this record would lead to. */
async function foresee(db: Db, record: ProviderRecord): Promise<Unsettled> {
  const { id: intent, metadata, description, currency } = record.intent;
  const bookingId = metadata.bookingId ?? '';
  const payment = await findPaymentOfIntent(db, intent);
  const lines = payment ? await selectLedger(db, payment.id) : [];
  const byHand = lines.reduce((sum, { kind, amount }) => sum + (kind === 'by_hand' ? amount : 0), 0);
  const kept = amountKept(record) - byHand;
  const returned = mayRefund(record, lines) ? 'refund' : 'person';
  const outcomeOf = async (): Promise<Outcome> => {
    const outlook = z.uuid().safeParse(bookingId).success ? await findOutlook(db, bookingId) : undefined;
    if (!outlook) return returned;
    if (kept <= 0 || payment?.state === 'succeeded' || payment?.state === 'cancelled') return 'record';
    return outlook.isFree && (!payment || isOpen(payment.state)) ? 'order' : returned;
  };
  return { intent, bookingId, itemName: description ?? '', kept, currency, outcome: await outcomeOf() };
}

/**
 * Settles one payment: it becomes an order, goes back at the provider, or is written into the books. Done again, it
 * changes nothing more. Returns false when it is left to a person.
 * @throws when the provider cannot be reached or refuses a refund.
 */
export async function settleUnsettled(deps: PaymentDeps, { intent }: Pick<Unsettled, 'intent'>): Promise<boolean> {
  const settled = await settleIntent(deps, await fetchRecord(deps.stripe, intent, { all: true }));
  if (!settled) return returnStray(deps.stripe, intent);
  return settled.state === 'refund_due' ? returnDue(deps, settled.id) : true;
}

/**
 * Records all that is left of a payment as returned by hand, before a job returns it once more.
 * @throws Problem (404) when its booking is unknown here, and as `recordReturnByHand` does.
 */
export async function settleByHand(deps: PaymentDeps, intent: string, reference: string): Promise<void> {
  const settled = await settleIntent(deps, await fetchRecord(deps.stripe, intent, { all: true }));
  if (!settled) throw new Problem('missing', 'not-found', 'error.notFound');
  const ofCommandLine = { paymentId: settled.id, doer: null, once: onceFor(undefined) };
  await recordReturnByHand(deps, ofCommandLine, { amount: 'rest', reference });
}
