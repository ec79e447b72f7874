import type { FastifyBaseLogger } from 'fastify';
import { findEarnings, selectPassedSales } from './earnings.store.ts';
import type { EarningsDeps } from './earnings-deps.ts';

type PassedDeps = Pick<EarningsDeps, 'db' | 'advance' | 'closed'> & { log: Pick<FastifyBaseLogger, 'error'> };

/** Finds a seller's sums by `findEarnings`. Sales that the clock has ended are applied first, if no job did it. */
export async function findCurrentEarnings(deps: PassedDeps, sellerId: string, since: string) {
  const row = await findEarnings(deps.db, sellerId, since);
  return (await applyPassed(deps, row.passed)) ? findEarnings(deps.db, sellerId, since) : row;
}

/** Applies the passed deadlines of a seller's sales, so that their money is available. */
export async function applyPassedSales(deps: PassedDeps, sellerId: string): Promise<void> {
  await applyPassed(deps, await selectPassedSales(deps.db, sellerId));
}

/** Changes nothing while the shop is closed. A sale that fails stays on hold. Returns whether there was a sale. */
async function applyPassed(deps: PassedDeps, bookingIds: readonly string[]): Promise<boolean> {
  const { db, advance, closed, log } = deps;
  if (closed) return false;
  for (const id of bookingIds) {
    try {
      await advance(db, id);
    } catch (error) {
      log.error(error);
    }
  }
  return bookingIds.length > 0;
}
