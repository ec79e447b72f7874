import { OFFERS_OF_CATEGORY } from '../src/modules/catalogue/server/offers.store.ts';
import { pageStatement } from '../src/platform/database/keyset.ts';
import { calmly } from './calm.ts';
import type { Filled } from './filled.ts';
import { largestCategory } from './lists.ts';
import { hasPgbench, pgbench } from './pgbench.ts';

/** The category's query through pgbench: what the database alone gives. Nothing where there is no pgbench. */
export async function pgbenchLists({ db, url, folder }: Filled, rounds: number): Promise<number[]> {
  if (!hasPgbench) return [];
  const category = await largestCategory(db);
  const { statement } = pageStatement(OFFERS_OF_CATEGORY, [], { size: 24, after: undefined });
  const script = `${statement.text.replace('$1', `'${category}'`).replaceAll('\n', ' ')};`;
  const perSecond: number[] = [];
  for (let round = 0; round < rounds; round += 1) perSecond.push(await calmly(() => pgbench(url, folder, script)));
  return perSecond;
}
