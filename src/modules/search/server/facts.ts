import { toPoisha } from '#platform/contract/values.ts';
import type { Finding } from '../contract.ts';
import type { Filter } from '../rules.ts';
import { between, PRICE, wordOf } from './bands.ts';
import { anyOf, quoted } from './lexemes.ts';

// How `search_document` of the database writes the facts of a product.
export const factOf = {
  category: (id: string) => quoted(`/c${id}`),
  condition: (quality: string) => quoted(`/q${quality}`),
  area: (area: string) => quoted(`/a${area}`),
  years: (atMost: number) => quoted(`/y${atMost}`),
  verified: () => quoted('/v'),
};

/** The dearest that a product can be, in poisha. */
const DEAREST = 1_000_000_000;

function priceBetween(min = 0, max = DEAREST): string {
  const bands = between(PRICE, min, Math.min(max, DEAREST));
  // From more to less is nothing, and no product has a price of this one.
  return bands.length === 0 ? quoted(`${PRICE.sign}00`) : anyOf(bands.map((band) => quoted(wordOf(band))));
}

/** The facts that are asked for, as the index is asked for them; `but` one filter. */
export function factsOf(finding: Finding, but?: Filter): string[] {
  const { category, condition, min, max, area, years, verified } = finding;
  const priced = min !== undefined || max !== undefined;
  const facts: [Filter, string | undefined][] = [
    ['category', category && factOf.category(category)],
    ['condition', condition && anyOf(condition.map(factOf.condition))],
    ['price', priced ? priceBetween(min && toPoisha(min), max && toPoisha(max)) : undefined],
    ['area', area && anyOf(area.map(factOf.area))],
    ['years', years === undefined ? undefined : factOf.years(years)],
    ['verified', verified && factOf.verified()],
  ];
  return facts.flatMap(([filter, fact]) => (fact && filter !== but ? [fact] : []));
}

/** The filters that narrow a search, each with its one option where it has one. */
export function appliedOf(finding: Finding): { filter: Filter; value?: string }[] {
  const { category, condition, min, max, area, years, verified, free } = finding;
  const sole = (options: readonly string[]) => (options.length === 1 && options[0] ? { value: options[0] } : {});
  return [
    ...(category ? [{ filter: 'category' as const, value: category }] : []),
    ...(condition ? [{ filter: 'condition' as const, ...sole(condition) }] : []),
    ...(min !== undefined || max !== undefined ? [{ filter: 'price' as const }] : []),
    ...(area ? [{ filter: 'area' as const, ...sole(area) }] : []),
    ...(years === undefined ? [] : [{ filter: 'years' as const, value: String(years) }]),
    ...(verified ? [{ filter: 'verified' as const }] : []),
    ...(free ? [{ filter: 'free' as const }] : []),
  ];
}
