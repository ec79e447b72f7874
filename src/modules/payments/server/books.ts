import type Stripe from 'stripe';
import type { Db } from '#platform/server/database.ts';
import { findBroken, selectCaptured, selectOurBooks } from './books.store.ts';

/** One thing that is not as it should be, in a sentence. */
export type Finding = string;

/** What happened within the last minutes may still be on its way from the provider to us, in seconds. */
const ON_ITS_WAY = 120;
const BATCH = 100;

/**
 * Checks every rule of the books on a live database, then compares every capture and refund with the provider's own
 * record, in both directions. Changes nothing. Gives what differs; nothing when all is well.
 */
export async function verifyBooks(db: Db, stripe: Stripe): Promise<{ findings: Finding[]; compared: number }> {
  const findings = (await findBroken(db)).map(({ rule, ids }) => `${rule}: ${ids.join(', ')}`);
  const seen = new Set<string>();
  const settledBefore = new Date(Date.now() - ON_ITS_WAY * 1000);
  for await (const batch of batchesOf(stripe)) {
    const ours = new Map(
      (
        await selectOurBooks(
          db,
          batch.map(({ id }) => id),
        )
      ).map((book) => [book.intent, book]),
    );
    for (const intent of batch) {
      seen.add(intent.id);
      const theirs = bookOf(intent);
      const { captured = 0, refunded = 0, changed } = ours.get(intent.id) ?? {};
      if (theirs.captured === captured && theirs.refunded === refunded) continue;
      if (changed && changed > settledBefore) continue;
      if ((await lastChange(stripe, intent)) > settledBefore) continue;
      findings.push(
        `${intent.id}: the provider says captured ${theirs.captured}, refunded ${theirs.refunded}; we say captured ${captured}, refunded ${refunded}`,
      );
    }
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

function bookOf({ status, amount_received, latest_charge: charge }: Stripe.PaymentIntent) {
  return {
    captured: status === 'succeeded' ? amount_received : 0,
    refunded: charge && typeof charge === 'object' ? charge.amount_refunded : 0,
  };
}

/** When an intent was last charged or paid back. */
async function lastChange(stripe: Stripe, { id, created, latest_charge: charge }: Stripe.PaymentIntent): Promise<Date> {
  const charged = charge && typeof charge === 'object' ? charge : undefined;
  const refunds = charged?.amount_refunded
    ? (await stripe.refunds.list({ payment_intent: id, limit: BATCH })).data
    : [];
  return new Date(1000 * Math.max(charged?.created ?? created, ...refunds.map((refund) => refund.created)));
}
