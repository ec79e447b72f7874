import type { Task } from 'graphile-worker';
import type Stripe from 'stripe';
import { Problem } from '#platform/contract/problem.ts';
import { isDatabaseUnavailable } from '#platform/database/database.ts';
import { addJob } from '#platform/jobs/job-runner.ts';
import { fetchRecord, mapProviderOutage } from './card-provider.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { REFUND } from './returns.service.ts';
import { handleProviderEvent, RETURN_EVENTS } from './service.ts';
import { settleIntent } from './settle.service.ts';
import { selectOpenAmong, selectRefundsDue, selectUnappliedEvents, selectUnsettled } from './store.ts';

/** Finds payments that neither browser nor webhook reported. Runs at the start and every minute. */
export const RECONCILE = 'reconcile-payments';

/** Open intents that one run fetches, besides those in the provider's events. */
const BATCH_MAX_INTENTS = 100;
/** The period that the first run of a process checks: as long as Stripe repeats a webhook. */
const LOOKBACK_MAX_MS = 3 * 24 * 60 * 60 * 1000;
const OVERLAP_MS = 5 * 60 * 1000;

/**
 * Applies the provider's events since the last run, then fetches some open payments, which may be cancelled, and enqueues
 * refunds whose worker died.
 */
export function reconcileTask(deps: PaymentDeps): Task {
  const { db, stripe } = deps;
  let reconciledUntil = 0;

  return async (_payload, { logger }) => {
    const startedAt = Date.now();
    const since = Math.max(reconciledUntil, startedAt - LOOKBACK_MAX_MS) - OVERLAP_MS;
    const successes = await settleEach(await missedSuccesses(since));
    const returns = await each(await missedReturnEvents(since), (event) => handleProviderEvent(deps, event));
    if (successes && returns) reconciledUntil = startedAt;
    await settleEach(await selectUnsettled(db, BATCH_MAX_INTENTS));
    for (const paymentId of await selectRefundsDue(db, BATCH_MAX_INTENTS))
      await addJob(db, REFUND, { paymentId }, `refund-${paymentId}`);

    function settleEach(intents: string[]): Promise<boolean> {
      return each(
        intents.map((id) => ({ id })),
        async ({ id }) => void (await settleIntent(deps, await mapProviderOutage(fetchRecord(stripe, id)))),
      );
    }

    /** Settles each item. Returns false when one failed; the others are settled all the same, and the next run retries. */
    async function each<T extends { id: string }>(items: T[], settle: (item: T) => Promise<void>): Promise<boolean> {
      let all = true;
      for (const item of items) {
        try {
          await settle(item);
        } catch (error) {
          if (isDatabaseUnavailable(error) || (error instanceof Problem && error.status === 503)) throw error;
          all = false;
          logger.error(`${item.id}: ${error instanceof Error ? error.message : error}`);
        }
      }
      return all;
    }
  };

  /** Returns intents that succeeded at the provider since then, and are open or unknown here (https://docs.stripe.com/api/events/list). */
  async function missedSuccesses(since: number): Promise<string[]> {
    const intents = new Set<string>();
    const created = { gte: Math.floor(since / 1000) };
    const { events } = await stripe();
    const succeeded = events.list({ type: 'payment_intent.succeeded', created, limit: 100 });
    for await (const event of succeeded) {
      const { id, metadata } = event.data.object as Stripe.PaymentIntent;
      if (metadata.bookingId) intents.add(id);
    }
    return selectOpenAmong(db, [...intents]);
  }

  /** Returns events of refunds and disputes since then that no webhook delivered. */
  async function missedReturnEvents(since: number): Promise<Stripe.Event[]> {
    const created = { gte: Math.floor(since / 1000) };
    const list = (await stripe()).events.list({ types: [...RETURN_EVENTS], created, limit: 100 });
    const events = await Array.fromAsync(list);
    const ids = events.map(({ id }) => id);
    const unapplied = new Set(await selectUnappliedEvents(db, ids));
    return events.filter(({ id }) => unapplied.has(id));
  }
}
