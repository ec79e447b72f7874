import type { Task } from 'graphile-worker';
import type Stripe from 'stripe';
import { Problem } from '#platform/contract/problem.ts';
import { isAway, transaction } from '#platform/server/database.ts';
import { addJob } from '#platform/server/jobs.ts';
import { orAway } from './provider.ts';
import { type PaymentDeps, REFUND, settleIntent } from './service.ts';
import { selectOpenAmong, selectRefundsDue, selectUnsettled } from './store.ts';

/** The job that finds what no browser and no webhook told us; it runs at the start and every minute. */
export const RECONCILE = 'reconcile-payments';

/** At most this many intents are asked about in one run beside those that the provider names. */
const BATCH = 100;
/** How far a look goes back at most, as that of a process that has just begun, in milliseconds: as long as Stripe itself repeats a webhook. */
const FARTHEST = 3 * 24 * 60 * 60 * 1000;
/** By how much each look overlaps the one before, in milliseconds. */
const OVERLAP = 5 * 60 * 1000;

/**
 * Looks through what the provider says was paid since the last look, so that it is found however many payments are
 * open; then asks about some of the open ones, which may have been given up; and renews refunds whose worker died.
 */
export function reconcileTask({ db, stripe }: PaymentDeps): Task {
  let lookedUntil = 0;

  return async (_payload, { logger }) => {
    const begun = Date.now();
    const since = Math.max(lookedUntil, begun - FARTHEST) - OVERLAP;
    if (await settleEach(await unheardSuccesses(since))) lookedUntil = begun;
    await settleEach(await selectUnsettled(db, BATCH));
    for (const paymentId of await selectRefundsDue(db, BATCH))
      await addJob(db, REFUND, { paymentId }, `refund-${paymentId}`);

    /** False when one could not be settled. It must not keep the others waiting; the next run asks again. */
    async function settleEach(intents: string[]): Promise<boolean> {
      let all = true;
      for (const id of intents) {
        try {
          const intent = await orAway(stripe.paymentIntents.retrieve(id));
          await transaction(db, (db) => settleIntent(db, intent));
        } catch (error) {
          if (isAway(error) || (error instanceof Problem && error.kind === 'unavailable')) throw error;
          all = false;
          logger.error(`${id}: ${error instanceof Error ? error.message : error}`);
        }
      }
      return all;
    }
  };

  /** Intents that succeeded at the provider since then, and are open or unknown here (https://docs.stripe.com/api/events/list). */
  async function unheardSuccesses(since: number): Promise<string[]> {
    const intents = new Set<string>();
    const created = { gte: Math.floor(since / 1000) };
    const events = stripe.events.list({ type: 'payment_intent.succeeded', created, limit: 100 });
    for await (const event of events) {
      const { id, metadata } = event.data.object as Stripe.PaymentIntent;
      if (metadata.bookingId) intents.add(id);
    }
    return selectOpenAmong(db, [...intents]);
  }
}
