import { OFFERS_OF_CATEGORY } from '../src/modules/catalogue/server/offers.store.ts';
import { pageStatement } from '../src/platform/database/keyset.ts';
import type { BenchDatabase } from './bench-database.ts';
import { repeatOnSteal } from './cpu-steal.ts';
import { largestCategory } from './lists.ts';
import { hasPgbench, pgbench } from './pgbench.ts';

/** Returns runs per second of the category's query, by pgbench; nothing without pgbench. */
export async function pgbenchLists({ db, url, folder }: BenchDatabase, rounds: number): Promise<number[]> {
  if (!hasPgbench) return [];
  const category = await largestCategory(db);
  const { statement } = pageStatement(OFFERS_OF_CATEGORY, [], { size: 24, after: undefined });
  const script = `${statement.text.replace('$1', `'${category}'`).replaceAll('\n', ' ')};`;
  const perSecond: number[] = [];
  for (let round = 0; round < rounds; round += 1)
    perSecond.push(await repeatOnSteal(() => pgbench(url, folder, script)));
  return perSecond;
}
