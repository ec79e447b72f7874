import type { FastifyBaseLogger } from 'fastify';
import { isDatabaseUnavailable } from '#platform/database/database.ts';
import type { PageRequest } from '#platform/database/keyset.ts';
import { withoutDeadline } from '#platform/database/request-deadline.ts';
import { isContended } from '#platform/database/transaction-retry.ts';
import type { LineFilter } from '../contract.ts';
import { monthOf } from '../rules.ts';
import { findEarnings, PAST_DEADLINE_MAX_SALES, selectSales, selectSalesPastDeadline } from './earnings.store.ts';
import type { EarningsDeps } from './earnings-deps.ts';
import { findStatement } from './statement.store.ts';

/**
 * Time after which a request starts no further sale. The last sale may still wait for a lock, and a page makes two requests
 * within its deadline.
 */
const PAST_DEADLINE_MAX_MS = 2_000;

type PastDeadlineDeps = Pick<EarningsDeps, 'db' | 'advance' | 'closed'> & { log: Pick<FastifyBaseLogger, 'error'> };

/** Finds a seller's sums by `findEarnings`. First applies passed deadlines of their sales that no job has applied. */
export async function findCurrentEarnings(deps: PastDeadlineDeps, sellerId: string, since: string) {
  const row = await findEarnings(deps.db, sellerId, since);
  return (await applyDeadlines(deps, sellerId, row.passed)) ? findEarnings(deps.db, sellerId, since) : row;
}

/** Selects a page of a seller's sales by `selectSales`. Before the first page, applies passed deadlines of their sales. */
export async function selectCurrentSales(
  deps: PastDeadlineDeps,
  sellerId: string,
  page: PageRequest,
  show: LineFilter | undefined,
) {
  const found = await selectSales(deps.db, sellerId, page, show);
  if (page.after) return found;
  // Without a row, only a sale that is released now can be missing.
  const passed = found.rows[0]?.passed ?? (show === 'released' ? await selectSalesPastDeadline(deps.db, sellerId) : []);
  return (await applyDeadlines(deps, sellerId, passed)) ? selectSales(deps.db, sellerId, page, show) : found;
}

/** Finds a seller's statement by `findStatement`. For this month, first applies passed deadlines of their sales. */
export async function findCurrentStatement(deps: PastDeadlineDeps, sellerId: string, month: string, limit: number) {
  const found = await findStatement(deps.db, sellerId, month, limit);
  if (month !== monthOf(new Date()) || !(await applyDeadlines(deps, sellerId, found.passed))) return found;
  return findStatement(deps.db, sellerId, month, limit);
}

/** Applies passed deadlines of a seller's sales, so that their money is available. */
export async function applySalesPastDeadline(deps: PastDeadlineDeps, sellerId: string): Promise<void> {
  await applyDeadlines(deps, sellerId, await selectSalesPastDeadline(deps.db, sellerId));
}

/**
 * Applies passed deadlines in batches, of which the caller selected the first. Changes nothing while the shop is
 * closed. Returns whether there was a sale. @throws when the database is unavailable
 */
async function applyDeadlines(deps: PastDeadlineDeps, sellerId: string, first: readonly string[]): Promise<boolean> {
  if (deps.closed) return false;
  const untilMs = performance.now() + PAST_DEADLINE_MAX_MS;
  const tried = new Set<string>();
  for (let selected = first; ; selected = await selectSalesPastDeadline(deps.db, sellerId)) {
    const batch = selected.filter((id) => !tried.has(id));
    for (const id of batch) tried.add(id);
    const isDone = await applyBatch(deps, batch, untilMs);
    if (!isDone || batch.length === 0 || selected.length < PAST_DEADLINE_MAX_SALES) return first.length > 0;
  }
}

/**
 * A sale that fails stays on hold. Returns false after the first one that waits too long for others, or when time is
 * up.
 */
async function applyBatch(
  { db, advance, log }: PastDeadlineDeps,
  bookingIds: readonly string[],
  untilMs: number,
): Promise<boolean> {
  for (const id of bookingIds) {
    if (performance.now() > untilMs) return false;
    try {
      await withoutDeadline(() => advance(db, id));
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      log.error(error, `The deadlines of the booking ${id} were not applied.`);
      if (isContended(error)) return false;
    }
  }
  return true;
}
