import type { Task } from 'graphile-worker';
import { Problem } from '#platform/contract/problem.ts';
import { isDatabaseUnavailable } from '#platform/database/database.ts';
import { isCaptured } from '../rules.ts';
import { claimDuePolls, updateNextPoll } from './due-polls.store.ts';
import { updateAbandoned } from './open-payments.store.ts';
import type { PaymentDeps } from './payment-deps.ts';
import {
  isPolled,
  type PaymentNumber,
  type PaymentProvider,
  type ProviderChange,
  ProviderUnavailable,
  ProviderUnclear,
} from './providers/provider.ts';
import { fetchRecord } from './records.service.ts';
import { enqueueRefund } from './refund-queue.ts';
import { selectRefundsDue } from './refunds.store.ts';
import { endStaleReview } from './review.service.ts';
import { selectStaleReviews } from './sale.store.ts';
import { completePayment, handleProviderChange } from './service.ts';
import { settlePayment } from './settle.service.ts';
import { selectOpenAmong, selectUnappliedEvents, selectUnsettled } from './store.ts';

/** Finds payments that neither browser nor message reported. Runs at the start and every minute. */
export const RECONCILE = 'reconcile-payments';

/** Payments that one run fetches again. */
const DUE_MAX_PAYMENTS = 200;
/** Concurrent requests to providers, so that a run ends within its minute. */
const CONCURRENT_MAX_POLLS = 5;
/** Open payments that one run fetches, besides those in the providers' events. */
const BATCH_MAX_PAYMENTS = 100;
/** The period that the first run of a process checks: as long as Stripe repeats a webhook. */
const LOOKBACK_MAX_MS = 3 * 24 * 60 * 60 * 1000;
const OVERLAP_MS = 5 * 60 * 1000;

/**
 * Applies the providers' events since the last run. Then fetches some open payments, which may be cancelled, and
 * others that may have been paid again or late. Enqueues refunds whose worker died. A provider that does not answer
 * stops nothing at the others, and fails the run at its end.
 */
export function reconcileTask(deps: PaymentDeps): Task {
  const { db, providers } = deps;
  const reconciledUntil = new Map<string, number>();

  return async (_payload, { logger }) => {
    const unavailable = new Map<string, unknown>();
    for (const provider of providers.all)
      await applyEvents(provider).catch((error) => {
        if (isDatabaseUnavailable(error)) throw error;
        unavailable.set(provider.name, error);
      });
    const confirmOnly = providers.all.filter(({ takesOnConfirm }) => takesOnConfirm).map(({ name }) => name);
    await updateAbandoned(db, confirmOnly);
    await settleEach(await selectUnsettled(db, BATCH_MAX_PAYMENTS, confirmOnly));
    await settleEach(await claimDuePolls(db, DUE_MAX_PAYMENTS, [...unavailable.keys()]));
    await each(
      await selectStaleReviews(db, BATCH_MAX_PAYMENTS),
      ({ intent }) => intent,
      (number) => endStaleReview(deps, number),
    );
    for (const paymentId of await selectRefundsDue(db, BATCH_MAX_PAYMENTS)) await enqueueRefund(db, paymentId);
    for (const error of unavailable.values()) throw error;

    async function applyEvents(provider: PaymentProvider): Promise<void> {
      if (!provider.listSince) return;
      const { name } = provider;
      const startedAt = Date.now();
      const since = Math.max(reconciledUntil.get(name) ?? 0, startedAt - LOOKBACK_MAX_MS) - OVERLAP_MS;
      const changes = await provider.listSince(new Date(since));
      const intents = changes.flatMap(({ kind, reference }) => (kind === 'success' && reference ? [reference] : []));
      const open = await selectOpenAmong(db, name, [...new Set(intents)]);
      const successes = await settleEach(open.map((intent) => ({ provider: name, intent })));
      const returns = await each(
        await missedReturns(changes),
        ({ id }) => id,
        (change) => handleProviderChange(deps, name, change),
      );
      if (successes && returns && !unavailable.has(name)) reconciledUntil.set(name, startedAt);
    }

    function settleEach(numbers: (PaymentNumber & { isConfirming?: boolean })[]): Promise<boolean> {
      const settle = async (number: (typeof numbers)[number]) => {
        if (unavailable.has(number.provider)) return;
        try {
          await (number.isConfirming ? completePayment(deps, number) : poll(number));
        } catch (error) {
          noteUnavailable(number.provider, error);
        }
      };
      return each(numbers, ({ intent }) => intent, settle, CONCURRENT_MAX_POLLS);
    }

    function noteUnavailable(name: string, error: unknown): void {
      if (!(error instanceof ProviderUnavailable) || error instanceof ProviderUnclear) throw error;
      unavailable.set(name, error);
    }

    /** Settles each item, some at the same time. Returns false when one failed; the next run retries. */
    async function each<T>(
      items: T[],
      nameOf: (item: T) => string,
      settle: (item: T) => Promise<unknown>,
      atOnce = 1,
    ): Promise<boolean> {
      let all = true;
      for (let start = 0; start < items.length; start += atOnce) {
        const some = items.slice(start, start + atOnce);
        for (const [n, outcome] of (await Promise.allSettled(some.map(settle))).entries()) {
          if (outcome.status === 'fulfilled') continue;
          const { reason: error } = outcome;
          // A payment that fails does not stop the others.
          const isOutage = error instanceof Problem && error.status === 503 && !(error instanceof ProviderUnclear);
          if (isOutage || isDatabaseUnavailable(error)) throw error;
          all = false;
          const reason = error instanceof ProviderUnclear ? error.cause : error;
          logger.error(`${nameOf(some[n] as T)}: ${reason instanceof Error ? reason.message : reason}`);
        }
      }
      return all;
    }
  };

  /** Fetches a payment and settles it. @throws ProviderUnavailable */
  async function poll(number: PaymentNumber): Promise<void> {
    const record = await fetchRecord(deps, number);
    const settled = record && (await settlePayment(deps, record));
    if (!isPolled(providers.of(number.provider))) return;
    // Each run fetches open payments anyway.
    const isPayable = settled !== undefined && isCaptured(settled.state) && record?.isPayable === true;
    await updateNextPoll(db, number, isPayable);
  }

  /** Returns reports of refunds and disputes that no message delivered. */
  async function missedReturns(changes: ProviderChange[]): Promise<ProviderChange[]> {
    const returns = changes.filter(({ kind }) => kind === 'return');
    const ids = returns.map(({ id }) => id);
    const unapplied = new Set(await selectUnappliedEvents(db, ids));
    return returns.filter(({ id }) => unapplied.has(id));
  }
}
