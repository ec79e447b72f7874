import { toPoisha } from '#platform/contract/values.ts';
import type { Finding } from '../contract.ts';
import type { Filter } from '../rules.ts';
import { around, PRICE, widthWithin, wordOf } from './bands.ts';
import { allOf, anyOf, not, quoted } from './lexemes.ts';

// How `search_document` of the database writes the facts of a product.
export const factOf = {
  category: (id: string) => quoted(`/c${id}`),
  condition: (quality: string) => quoted(`/q${quality}`),
  area: (area: string) => quoted(`/a${area}`),
  years: (atMost: number) => quoted(`/y${atMost}`),
  verified: () => quoted('/v'),
};

/** The dearest that a product can be, in poisha. */
export const DEAREST = 1_000_000_000;

/** What prices are asked for, both included, in poisha. From more to less there are none. */
export function pricesOf({ min, max }: Finding, but?: Filter): { low: number; high: number } {
  if (but === 'price') return { low: 0, high: DEAREST };
  return { low: toPoisha(min ?? 0), high: max === undefined ? DEAREST : toPoisha(max) };
}

/** Most things cost less than about Tk 2,600. What costs more is asked for, what costs less is left out. */
const USUAL = 8 ** 6;

/**
 * About these prices, as the index is asked for them: in few bands, so that they reach beyond. Which prices exactly is told
 * by the products themselves.
 */
function aboutPrices(low: number, high: number): string {
  if (low > high) return quoted(`${PRICE.sign}00`);
  const bands = (from: number, to: number, width: number) =>
    anyOf(around(PRICE, from, to, width).map((band) => quoted(wordOf(band))));
  if (high - low < low || low >= USUAL) return bands(low, high, widthWithin(Math.min(high - low, low)));
  const width = widthWithin(low);
  const below = Math.floor(low / 8 ** width) * 8 ** width - 1;
  return allOf([
    ...(low > 1 && below > 0 ? [not(bands(0, below, width))] : []),
    ...(high < DEAREST ? [bands(0, high, widthWithin(high))] : []),
  ]);
}

/** The facts that are asked for, as the index is asked for them; `but` one filter. Of prices it says about which. */
export function factsOf(finding: Finding, but?: Filter): string[] {
  const { category, condition, min, max, area, years, verified } = finding;
  const priced = min !== undefined || max !== undefined;
  const { low, high } = pricesOf(finding);
  const facts: [Filter, string | undefined][] = [
    ['category', category && factOf.category(category)],
    ['condition', condition && anyOf(condition.map(factOf.condition))],
    ['price', priced ? aboutPrices(low, high) : undefined],
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
