import type { Sort } from '../rules.ts';
import { type Band, between, hoursOf, ladder, PRICE, partsOf, TIME, wordOf } from './bands.ts';
import { DEAREST } from './facts.ts';
import type { Asked, FoundRow, Place } from './found.store.ts';
import { allOf, quoted } from './lexemes.ts';

/** Where no price is asked for, bands begin with that of 8^4 poisha: few things cost less. */
const CHEAP = 4;
/** How full a look is meant to be: what it is guessed to hold is a guess. */
const FULL = 0.75;

/** Part of what is looked through: a tier, and bands of it. */
export interface Part {
  tier: number;
  price?: Band;
  time?: Band;
}

type End = Pick<FoundRow, 'price' | 'micros'>;

export const isDown = (sort: Sort) => sort === 'dear';

/** All of a tier that follows `last`, or all there is, in the parts in which it is looked through. */
export function partsAfter(
  last: End | undefined,
  { tier, asked: { low, high }, sort }: { tier: number; asked: Asked; sort: Sort },
): Part[] {
  if (sort === 'best' || sort === 'newest') return times(last).map((time) => ({ tier, time }));
  const down = isDown(sort);
  const whole = low === 0 && high >= DEAREST && !last;
  // What has the price of the last one follows it by time.
  const near = last
    ? times(last).map((time) => ({ tier, price: { scale: PRICE, width: 0, n: last.price }, time }))
    : [];
  const [from, to] = !last ? [low, high] : down ? [low, last.price - 1] : [last.price + 1, high];
  const prices = whole ? ladder(PRICE, 0, false, CHEAP) : between(PRICE, from, to);
  return [...near, ...(down ? prices.reverse() : prices).map((price) => ({ tier, price }))];
}

/** The next band begins within hours: whatever the clocks of two machines say, nothing is too new to be found. */
function times(last: End | undefined): Band[] {
  return ladder(TIME, last ? hoursOf(last.micros) : hoursOf(Date.now() * 1000) + 1, true);
}

/** A part in parts of its own. None of the narrowest. */
export function split(part: Part, sort: Sort): Part[] {
  if (part.time) return earlier(part, part.time);
  if (!part.price) return [];
  if (part.price.width > 0) return partsOf(part.price, isDown(sort)).map((price) => ({ ...part, price }));
  return times(undefined).map((time) => ({ ...part, time }));
}

function earlier(part: Part, time: Band): Part[] {
  return partsOf(time, true).map((time) => ({ ...part, time }));
}

export function placeOf({ tier, price, time }: Part): Place {
  return { tier, bands: allOf([price, time].flatMap((band) => (band ? [quoted(wordOf(band))] : []))) };
}

/**
 * The first of some parts, at least one, and the rest: as many as one look is guessed to hold, which at this density is so
 * many for each of the narrowest bands of time. Wide ones are split where they are too much.
 */
export function thatFit(parts: readonly Part[], look: number, density: number): { near: Part[]; rest: Part[] } {
  const [near, rest] = [[] as Part[], [...parts]];
  let held = 0;
  for (let next = rest.shift(); next; next = rest.shift()) {
    const more = density * lengthOf(next);
    const fits = held + more <= look * FULL;
    if (!fits && next.time && next.time.width > 0) {
      rest.unshift(...earlier(next, next.time));
      continue;
    }
    if (!fits && near.length > 0) return { near, rest: [next, ...rest] };
    near.push(next);
    held += more;
  }
  return { near, rest };
}

/**
 * How much was found in each of the narrowest bands of time, in parts of which the last may be a crowded one with more; 0
 * where some are not of time.
 */
export function densityOf(parts: readonly Part[], rows: readonly FoundRow[], crowded: number | undefined): number {
  if (parts.some(({ time }) => !time)) return 0;
  const whole = crowded === undefined ? parts : parts.slice(0, -1);
  const inWhole = rows.filter(({ place }) => place !== crowded).length;
  const rate = (count: number, of: readonly Part[]) => count / of.reduce((sum, part) => sum + lengthOf(part), 0) || 0;
  return Math.max(rate(inWhole, whole), rate(rows.length - inWhole, parts.slice(whole.length)));
}

/** In the narrowest bands of time; 0 where a part is not of time. */
function lengthOf({ time }: Part): number {
  return time ? 8 ** time.width : 0;
}
