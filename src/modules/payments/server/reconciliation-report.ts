import type Stripe from 'stripe';
import type { Db } from '#platform/database/database.ts';
import { amountsOf, chargeOf, type ProviderRecord, recordOf, type StripeClient } from './card-provider.ts';
import {
  findBrokenInvariants,
  type LedgerTotals,
  selectCaptured,
  selectLedgerTotals,
} from './reconciliation-report.store.ts';
import { remainingAmount } from './settle.service.ts';

/** Changes younger than this may still be in transit from the provider, and are not compared. */
const IN_TRANSIT_S = 120;
const BATCH_ROWS = 100;

/**
 * Checks the invariants of the books on a live database, then compares captures, refunds and disputes with the provider's
 * record, in both directions. Changes nothing. Returns the findings and the number of compared payments.
 */
export async function verifyBooks(
  db: Db,
  stripe: StripeClient,
  now = Date.now(),
): Promise<{ findings: string[]; compared: number }> {
  const findings = (await findBrokenInvariants(db)).map(({ rule, ids }) => `${rule}: ${ids.join(', ')}`);
  const seen = new Set<string>();
  const settledBefore = new Date(now - IN_TRANSIT_S * 1000);
  for await (const { record, our } of differences(db, stripe, seen)) {
    if (our?.changed && our.changed > settledBefore) continue;
    if (lastChange(record) > settledBefore) continue;
    findings.push(
      `${record.intent.id}: the provider says ${describeTotals(totalsOf(record))}; we say ${describeTotals(our ?? ZERO)}`,
    );
  }
  for (let after = ''; ; ) {
    const captured = await selectCaptured(db, after, BATCH_ROWS);
    for (const { intent, changed } of captured)
      if (changed && changed <= settledBefore && !seen.has(intent))
        findings.push(`${intent}: captured in our books, unknown to the provider`);
    if (captured.length < BATCH_ROWS) break;
    after = captured.at(-1)?.intent ?? '';
  }
  return { findings, compared: seen.size };
}

/** A payment that differs between the provider and the ledger; `our` is undefined for a payment unknown to the ledger. */
export interface Difference {
  record: ProviderRecord;
  our: LedgerTotals | undefined;
}

/**
 * Yields the provider's payments that differ from the ledger. A payment unknown to the ledger differs while the store has
 * money of it. Adds the ids of all compared payments to `seen`.
 */
export async function* differences(db: Db, stripe: StripeClient, seen = new Set<string>()): AsyncGenerator<Difference> {
  for await (const batch of batchesOf(stripe)) {
    const ids = batch.map(({ id }) => id);
    const ours = new Map((await selectLedgerTotals(db, ids)).map((book) => [book.intent, book]));
    for (const intent of batch) {
      seen.add(intent.id);
      const our = ours.get(intent.id);
      if (our ? isEqual(our, intent) : intent.status !== 'succeeded') continue;
      const record = await recordOf(stripe, intent, { all: true });
      if (our ? !isSame(our, totalsOf(record)) : remainingAmount(record) > 0) yield { record, our };
    }
  }
}

/** Yields the provider's payments that name a booking, with their charges, in batches (https://docs.stripe.com/api/payment_intents/list). */
async function* batchesOf(stripe: StripeClient): AsyncGenerator<Stripe.PaymentIntent[]> {
  let batch: Stripe.PaymentIntent[] = [];
  const { paymentIntents } = await stripe();
  for await (const intent of paymentIntents.list({ limit: BATCH_ROWS, expand: ['data.latest_charge'] })) {
    if (!intent.metadata.bookingId) continue;
    batch.push(intent);
    if (batch.length < BATCH_ROWS) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

type Totals = Pick<LedgerTotals, 'captured' | 'refunded' | 'withdrawn'>;

const ZERO: Totals = { captured: 0, refunded: 0, withdrawn: 0 };

function isSame(one: Totals, other: Totals): boolean {
  return one.captured === other.captured && one.refunded === other.refunded && one.withdrawn === other.withdrawn;
}

function totalsOf(record: ProviderRecord): Totals {
  const { received: captured, refunded, withdrawn } = amountsOf(record);
  return { captured, refunded, withdrawn };
}

/** Whether a charge agrees with the ledger, so that its refunds and disputes need not be listed. */
function isEqual({ captured, refunded, withdrawn }: Totals, intent: Stripe.PaymentIntent): boolean {
  const charge = chargeOf(intent);
  return (
    totalsOf({ intent, refunds: [], disputes: [] }).captured === captured &&
    (charge?.amount_refunded ?? 0) === refunded &&
    withdrawn === 0 &&
    !charge?.disputed
  );
}

function describeTotals({ captured, refunded, withdrawn }: Totals): string {
  return `captured ${captured}, refunded ${refunded}${withdrawn > 0 ? `, held by a bank ${withdrawn}` : ''}`;
}

/** Returns the time at which an intent was last charged, refunded or disputed. */
function lastChange({ intent, refunds, disputes }: ProviderRecord): Date {
  const moves = disputes.flatMap(({ balance_transactions: moves }) => moves);
  const created = [chargeOf(intent) ?? intent, ...refunds, ...disputes, ...moves].map((one) => one.created);
  return new Date(1000 * Math.max(...created));
}
