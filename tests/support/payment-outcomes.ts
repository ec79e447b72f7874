import { sql } from 'kysely';
import { type BookingState, isSale } from '#modules/bookings/rules.ts';
import { amountsOf } from '#modules/payments/server/providers/provider.ts';
import { fetchRecord } from '#modules/payments/server/records.service.ts';
import { type PaymentFlow, PROVIDERS, type Shop } from './payment-flow.ts';

const PRICE_POISHA = 650_000;

/** The outcome of payments. */
export interface Outcome {
  /** Each sentence breaks the promise about money. */
  violations: string[];
  counts: Record<'captures' | 'sales' | 'refunds' | 'reviews' | 'untaken', number>;
}

/**
 * Compares captures and refunds of the providers with the store's sales: each capture is a sale, a refund or under
 * review.
 */
export async function compareOutcomes(shop: Shop, flows: PaymentFlow[]): Promise<Outcome> {
  const outcome: Outcome = { violations: [], counts: { captures: 0, sales: 0, refunds: 0, reviews: 0, untaken: 0 } };
  for (const flow of flows.flatMap((flow) => [flow, ...flow.others])) await compareFlow(shop, flow, outcome);
  return outcome;
}

async function compareFlow({ db, providers }: Shop, { method, bookingId, references }: PaymentFlow, outcome: Outcome) {
  const { violations, counts } = outcome;
  const payments = await db
    .selectFrom('payments')
    .select(['intent', 'state'])
    .where('booking_id', '=', bookingId)
    .execute();
  const { state: bookingState } = await db
    .selectFrom('bookings')
    .select('state')
    .where('id', '=', bookingId)
    .executeTakeFirstOrThrow();
  const isSold = isSale(bookingState as BookingState);
  const intents = new Set([...references, ...payments.map(({ intent }) => intent)]);
  let kept = 0;
  for (const intent of intents) {
    const number = { provider: PROVIDERS[method], intent };
    const record = await fetchRecord({ db, providers }, number, { all: true });
    const { received, refunded } = record ? amountsOf(record) : { received: 0, refunded: 0 };
    const state = payments.find((one) => one.intent === intent)?.state ?? 'unknown';
    const at = `${method} ${intent}: ${state}, booking ${bookingState}, received ${received}, refunded ${refunded}`;
    if (received === 0) {
      counts.untaken += 1;
      if (!['created', 'failed', 'cancelled', 'unknown'].includes(state)) violations.push(`${at}: no money`);
      continue;
    }
    counts.captures += 1;
    if (refunded === received) counts.refunds += 1;
    else if (state === 'review') counts.reviews += 1;
    else if (state === 'succeeded' && isSold && received === PRICE_POISHA && refunded === 0) counts.sales += 1;
    else violations.push(`${at}: neither sale nor refund nor review`);
    if (refunded === received && state !== 'refunded' && state !== 'unknown')
      violations.push(`${at}: the refund is not booked`);
    if (refunded > received) violations.push(`${at}: too much returned`);
    if (refunded < received && state !== 'review') kept += 1;
  }
  if (isSold !== (kept === 1))
    violations.push(`${method} ${bookingId}: ${kept} captures are kept, the booking is ${bookingState}`);
}

/** Lets the jobs of each minute look at payments of every age, and at refunds of a moment ago. */
export async function makeJobsDue({ db }: Shop): Promise<void> {
  await sql`update payments set created_at = now() - interval '1 minute' where created_at > now() - interval '1 minute'`.execute(
    db,
  );
  await sql`update payments set refund_next_at = now() where refund_next_at > now()`.execute(db);
  await sql`update refund_requests set tried_at = now() - interval '3 minutes' where ref is null`.execute(db);
  await sql`update payments set refund_tried_at = now() - interval '3 minutes' where refund_tried_at is not null`.execute(
    db,
  );
}
