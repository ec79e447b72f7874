import type { Page } from '#platform/contract/call.ts';
import type { Db } from '#platform/database/database.ts';
import type { Finding } from '../contract.ts';
import type { Filter, Sort } from '../rules.ts';
import { factsOf, pricesOf } from './facts.ts';
import type { Asked } from './found.store.ts';
import { allOf } from './lexemes.ts';
import { type Reading, readSearch } from './reading.ts';
import { findPage } from './walk.ts';

/** What is asked of the index for a search, all of it or without one filter. Undefined where nothing can be found. */
export function askFor(reading: Reading | undefined, finding: Finding, but?: Filter): Asked | undefined {
  if (reading && reading.whole === undefined) return undefined;
  return {
    tiers: [allOf([...factsOf(finding, but), ...(reading?.whole ? [reading.whole] : [])])],
    exact: reading?.exact,
    free: but !== 'free' && finding.free !== undefined,
    ...pricesOf(finding, but),
  };
}

/** The ids of a page of what a search finds. @throws Problem (400) for a cursor that is not this search's. */
export async function find(
  db: Db,
  finding: Finding,
  list: { sort: Sort; cursor: string | undefined; size: number },
): Promise<Page<string>> {
  const reading = finding.q === undefined ? undefined : await readSearch(db, finding.q);
  const asked = askFor(reading, finding) ?? { tiers: [], free: false, ...pricesOf(finding) };
  if (list.sort === 'best' && reading) {
    const facts = factsOf(finding);
    return findPage(db, { ...asked, tiers: reading.tiers.map((tier) => allOf([...facts, tier])) }, list);
  }
  // What is looked through by its prices is not asked for them besides.
  const byPrice = list.sort === 'cheap' || list.sort === 'dear';
  const tiers = byPrice ? askFor(reading, finding, 'price')?.tiers : undefined;
  return findPage(db, { ...asked, ...(tiers && { tiers }) }, list);
}
