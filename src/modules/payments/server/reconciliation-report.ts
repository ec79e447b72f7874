import type Stripe from 'stripe';
import type { Db } from '#platform/database/database.ts';
import { amountsOf, chargeOf, type ProviderRecord, recordOf } from './provider-record.ts';
import { findBroken, type OurBook, selectCaptured, selectOurBooks } from './reconciliation-report.store.ts';
import { amountKept } from './settle.service.ts';

/** One thing that is not as it should be, in a sentence. */
export type Finding = string;

/** What happened within the last minutes may still be on its way from the provider to us, in seconds. */
const ON_ITS_WAY = 120;
const BATCH = 100;

/**
 * Checks every rule of the books on a live database, then compares every capture and refund with the provider's own
 * record, in both directions. Changes nothing. Gives what differs; nothing when all is well. What happened shortly before
 * `now` is not compared.
 */
export async function verifyBooks(
  db: Db,
  stripe: Stripe,
  now = Date.now(),
): Promise<{ findings: Finding[]; compared: number }> {
  const findings = (await findBroken(db)).map(({ rule, ids }) => `${rule}: ${ids.join(', ')}`);
  const seen = new Set<string>();
  const settledBefore = new Date(now - ON_ITS_WAY * 1000);
  for await (const { record, our } of differences(db, stripe, seen)) {
    if (our?.changed && our.changed > settledBefore) continue;
    if (lastChange(record) > settledBefore) continue;
    findings.push(`${record.intent.id}: the provider says ${said(bookOf(record))}; we say ${said(our ?? NOTHING)}`);
  }
  for (let after = ''; ; ) {
    const captured = await selectCaptured(db, after, BATCH);
    for (const { intent, changed } of captured)
      if (changed && changed <= settledBefore && !seen.has(intent))
        findings.push(`${intent}: captured in our books, unknown to the provider`);
    if (captured.length < BATCH) break;
    after = captured.at(-1)?.intent ?? '';
  }
  return { findings, compared: seen.size };
}

/** A payment of which the provider says something else than our ledger; `our` is missing for one that is unknown here. */
export interface Difference {
  record: ProviderRecord;
  our: OurBook | undefined;
}

/**
 * Compares the provider's payments with our ledger and gives those that differ. A payment that is unknown here differs
 * while the store has money of it. The ids of all that were compared are added to `seen`.
 */
export async function* differences(db: Db, stripe: Stripe, seen = new Set<string>()): AsyncGenerator<Difference> {
  for await (const batch of batchesOf(stripe)) {
    const ids = batch.map(({ id }) => id);
    const ours = new Map((await selectOurBooks(db, ids)).map((book) => [book.intent, book]));
    for (const intent of batch) {
      seen.add(intent.id);
      const our = ours.get(intent.id);
      if (our ? isEqual(our, intent) : intent.status !== 'succeeded') continue;
      const record = await recordOf(stripe, intent, { all: true });
      if (our ? !isSame(our, bookOf(record)) : amountKept(record) > 0) yield { record, our };
    }
  }
}

/** The provider's payments that name a booking of ours, with their charges (https://docs.stripe.com/api/payment_intents/list). */
async function* batchesOf(stripe: Stripe): AsyncGenerator<Stripe.PaymentIntent[]> {
  let batch: Stripe.PaymentIntent[] = [];
  for await (const intent of stripe.paymentIntents.list({ limit: BATCH, expand: ['data.latest_charge'] })) {
    if (!intent.metadata.bookingId) continue;
    batch.push(intent);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

type Book = Pick<OurBook, 'captured' | 'refunded' | 'withdrawn'>;

const NOTHING: Book = { captured: 0, refunded: 0, withdrawn: 0 };

function isSame(one: Book, other: Book): boolean {
  return one.captured === other.captured && one.refunded === other.refunded && one.withdrawn === other.withdrawn;
}

function bookOf(record: ProviderRecord): Book {
  const { received: captured, refunded, withdrawn } = amountsOf(record);
  return { captured, refunded, withdrawn };
}

/** Whether a charge says nothing else than our ledger, so that its refunds and disputes need not be listed. */
function isEqual({ captured, refunded, withdrawn }: Book, intent: Stripe.PaymentIntent): boolean {
  const charge = chargeOf(intent);
  return (
    bookOf({ intent, refunds: [], disputes: [] }).captured === captured &&
    (charge?.amount_refunded ?? 0) === refunded &&
    withdrawn === 0 &&
    !charge?.disputed
  );
}

function said({ captured, refunded, withdrawn }: Book): string {
  return `captured ${captured}, refunded ${refunded}${withdrawn > 0 ? `, held by a bank ${withdrawn}` : ''}`;
}

/** When an intent was last charged, refunded or disputed. */
function lastChange({ intent, refunds, disputes }: ProviderRecord): Date {
  const moves = disputes.flatMap(({ balance_transactions: moves }) => moves);
  const created = [chargeOf(intent) ?? intent, ...refunds, ...disputes, ...moves].map((one) => one.created);
  return new Date(1000 * Math.max(...created));
}
