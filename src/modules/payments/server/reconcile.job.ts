import type { Task } from 'graphile-worker';
import type Stripe from 'stripe';
import { Problem } from '#platform/contract/problem.ts';
import { isDatabaseUnavailable } from '#platform/database/database.ts';
import { addJob } from '#platform/jobs/job-runner.ts';
import { orUnavailable } from './card-provider.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { fetchRecord } from './provider-record.ts';
import { REFUND } from './returns.service.ts';
import { handleProviderEvent, RETURN_EVENTS } from './service.ts';
import { settleIntent } from './settle.service.ts';
import { selectOpenAmong, selectRefundsDue, selectUnheard, selectUnsettled } from './store.ts';

/** The job that finds what no browser and no webhook told us; it runs at the start and every minute. */
export const RECONCILE = 'reconcile-payments';

/** At most this many intents are asked about in one run beside those that the provider names. */
const BATCH = 100;
/** How far a look goes back at most, as that of a process that has just begun, in milliseconds: as long as Stripe itself repeats a webhook. */
const FARTHEST = 3 * 24 * 60 * 60 * 1000;
/** By how much each look overlaps the one before, in milliseconds. */
const OVERLAP = 5 * 60 * 1000;

/**
 * Looks through what the provider says was paid, refunded or disputed since the last look, so that it is found however
 * many payments are open; then asks about some of the open ones, which may have been given up; and renews refunds whose
 * worker died.
 */
export function reconcileTask(deps: PaymentDeps): Task {
  const { db, stripe } = deps;
  let lookedUntil = 0;

  return async (_payload, { logger }) => {
    const begun = Date.now();
    const since = Math.max(lookedUntil, begun - FARTHEST) - OVERLAP;
    const successes = await settleEach(await unheardSuccesses(since));
    const returns = await each(await unheardReturns(since), (event) => handleProviderEvent(deps, event));
    if (successes && returns) lookedUntil = begun;
    await settleEach(await selectUnsettled(db, BATCH));
    for (const paymentId of await selectRefundsDue(db, BATCH))
      await addJob(db, REFUND, { paymentId }, `refund-${paymentId}`);

    function settleEach(intents: string[]): Promise<boolean> {
      return each(
        intents.map((id) => ({ id })),
        async ({ id }) => void (await settleIntent(deps, await orUnavailable(fetchRecord(stripe, id)))),
      );
    }

    /** False when one could not be settled. It must not keep the others waiting; the next run asks again. */
    async function each<T extends { id: string }>(items: T[], settle: (item: T) => Promise<void>): Promise<boolean> {
      let all = true;
      for (const item of items) {
        try {
          await settle(item);
        } catch (error) {
          if (isDatabaseUnavailable(error) || (error instanceof Problem && error.kind === 'unavailable')) throw error;
          all = false;
          logger.error(`${item.id}: ${error instanceof Error ? error.message : error}`);
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

  /** Events of refunds and disputes since then of which no webhook told. */
  async function unheardReturns(since: number): Promise<Stripe.Event[]> {
    const created = { gte: Math.floor(since / 1000) };
    const events: Stripe.Event[] = [];
    for await (const event of stripe.events.list({ types: [...RETURN_EVENTS], created, limit: 100 }))
      events.push(event);
    const unheard = new Set(
      await selectUnheard(
        db,
        events.map(({ id }) => id),
      ),
    );
    return events.filter(({ id }) => unheard.has(id));
  }
}
