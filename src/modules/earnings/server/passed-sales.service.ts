import type { FastifyBaseLogger } from 'fastify';
import { isDatabaseUnavailable } from '#platform/database/database.ts';
import { isContended } from '#platform/database/transaction-retry.ts';
import { monthOf } from '../rules.ts';
import { findEarnings, selectPassedSales } from './earnings.store.ts';
import type { EarningsDeps } from './earnings-deps.ts';
import { findStatement } from './statement.store.ts';

type PassedDeps = Pick<EarningsDeps, 'db' | 'advance' | 'closed'> & { log: Pick<FastifyBaseLogger, 'error'> };

/** Finds a seller's sums by `findEarnings`. First applies the passed deadlines of some sales, if no job did it. */
export async function findCurrentEarnings(deps: PassedDeps, sellerId: string, since: string) {
  const row = await findEarnings(deps.db, sellerId, since);
  return (await applyPassed(deps, row.passed)) ? findEarnings(deps.db, sellerId, since) : row;
}

/** Finds a seller's statement by `findStatement`. First applies such sales where the month is this one. */
export async function findCurrentStatement(deps: PassedDeps, sellerId: string, month: string, limit: number) {
  const found = await findStatement(deps.db, sellerId, month, limit);
  if (month !== monthOf(new Date()) || !(await applyPassed(deps, found.passed))) return found;
  return findStatement(deps.db, sellerId, month, limit);
}

/** Applies the passed deadlines of some of a seller's sales, so that their money is available. */
export async function applyPassedSales(deps: PassedDeps, sellerId: string): Promise<void> {
  await applyPassed(deps, await selectPassedSales(deps.db, sellerId));
}

/**
 * Changes nothing while the shop is closed. A sale that fails stays on hold. The first one that waits too long for others
 * ends the attempt. Returns whether there was a sale. @throws when the database is unavailable
 */
async function applyPassed(deps: PassedDeps, bookingIds: readonly string[]): Promise<boolean> {
  const { db, advance, closed, log } = deps;
  if (closed) return false;
  for (const id of bookingIds) {
    try {
      await advance(db, id);
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      log.error(error, `The deadlines of the booking ${id} were not applied.`);
      if (isContended(error)) break;
    }
  }
  return bookingIds.length > 0;
}
