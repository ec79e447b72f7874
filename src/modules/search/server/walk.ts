import { z } from 'zod';
import type { Page } from '#platform/contract/call.ts';
import { readCursorAs, writeCursor } from '#platform/server/cursor.ts';
import type { Reader } from '#platform/server/reads.ts';
import { SORTS, type Sort } from '../rules.ts';
import { type Band, between, hoursOf, ladder, PRICE, partsOf, TIME, wordOf } from './bands.ts';
import { DEAREST } from './facts.ts';
import { type Asked, type FoundRow, selectFound, selectNewest } from './found.store.ts';
import { allOf, quoted } from './lexemes.ts';

/**
 * Twice as many are looked at in one go as are wanted, and more when few of them fit. A part that has more is looked
 * through part by part.
 */
const LOOK = 2;
const LOOK_MORE = 3200;
/** The part of a look that is filled by what is guessed. */
const SURE = 0.9;
/** A search that has looked at so much and has no full page gives what it has, and goes on from there when asked to. */
const LOOK_MAX = 20_000;
/** Where no price is asked for, bands begin with that of 8^4 poisha: few things cost less. */
const CHEAP = 4;

/** Part of what is looked through: a tier, and bands of it. */
interface Part {
  tier: number;
  price?: Band;
  time?: Band;
}

type Found = FoundRow & { tier: number };

const endShape = z.tuple([
  z.enum(SORTS),
  z.union([z.literal(0), z.literal(1)]),
  z
    .int()
    .min(0)
    .max(8 ** PRICE.widths - 1),
  z.int().min(0),
  z.uuid(),
]);

/** Where a page of a list in one order ends. */
interface End extends Pick<Found, 'tier' | 'price' | 'micros' | 'id'> {}

function readEnd(sort: Sort, cursor: string | undefined): End | undefined {
  const end = readCursorAs(
    endShape.refine(([own]) => own === sort),
    cursor,
  );
  if (!end) return undefined;
  const [, tier, price, micros, id] = end;
  return { tier, price, micros, id };
}

/** A page of the ids of what is found, in the order asked for. @throws Problem (400) for a cursor that is not this list's. */
export async function findPage(
  reader: Reader,
  asked: Asked,
  { sort, cursor, size }: { sort: Sort; cursor: string | undefined; size: number },
): Promise<Page<string>> {
  const { found, tiredAt } = await walk(reader, asked, { sort, end: readEnd(sort, cursor), limit: size + 1 });
  const shown = found.slice(0, size);
  const end = found.length > size ? shown.at(-1) : tiredAt;
  return {
    items: shown.map(({ id }) => id),
    ...(end ? { next: writeCursor([sort, end.tier, end.price, end.micros, end.id]) } : {}),
  };
}

/** Asks for what one query finds, at whatever price, booked or not. */
export function askSimply(query: string): Asked {
  return { tiers: [query], free: false, low: 0, high: DEAREST };
}

/** The ids of the newest of what is found, no more than `limit`. */
export async function findNewest(reader: Reader, asked: Asked, limit: number): Promise<string[]> {
  const { found } = await walk(reader, asked, { sort: 'newest', end: undefined, limit });
  return found.slice(0, limit).map(({ id }) => id);
}

/**
 * Looks through what is on offer in order for `limit` or a few more, after `end`, and at little that it does not give: from
 * narrow bands on to wide ones and, where one is crowded, through its parts. `tiredAt` is where it gave up.
 */
async function walk(
  reader: Reader,
  asked: Asked,
  { sort, end, limit }: { sort: Sort; end: End | undefined; limit: number },
): Promise<{ found: Found[]; tiredAt?: End }> {
  const found: Found[] = [];
  let parts = asked.tiers.flatMap((_, tier) => (tier < (end?.tier ?? 0) ? [] : begin(tier, asked, sort, end)));
  let [looked, look, density] = [0, LOOK * limit, 0];
  // How far it has come: nobody is sent on from where they already were.
  let seen: End | undefined;
  while (parts.length > 0 && found.length < limit) {
    if (seen && looked >= LOOK_MAX) return { found, tiredAt: seen };
    const [near, rest] = within(parts, look, density);
    const rows = await selectFound(reader, asked, near.map(placeOf), look);
    // Where the last row lies, there may be more.
    const crowded = rows.length === look ? (rows.at(-1)?.place ?? 1) : undefined;
    const whole = rows
      .filter(({ place }) => place !== crowded)
      .map((row) => ({ ...row, tier: near[row.place - 1]?.tier ?? 0 }))
      .sort((one, other) => one.place - other.place || compare(sort, one, other))
      .filter((row) => !end || row.tier > end.tier || compare(sort, end, row) < 0);
    found.push(...whole.filter(({ fits }) => fits));
    [looked, seen] = [looked + rows.length, whole.at(-1) ?? seen];
    density = densityOf(near, rows, crowded);
    if (rows.filter(({ fits }) => fits).length < rows.length / 2) look = Math.min(look * 4, LOOK_MORE);
    parts = rest;
    if (crowded === undefined) continue;
    const part = near[crowded - 1] ?? { tier: 0 };
    const finer = split(part, sort);
    parts = [...finer, ...near.slice(crowded), ...rest];
    if (finer.length > 0 || found.length >= limit) continue;
    const close = await lookClosely(reader, asked, part, { end, limit });
    found.push(...close);
    seen = close.at(-1) ?? seen;
  }
  return { found };
}

/**
 * The first of some parts, and the others: no more than a look can hold, for what lies in the one with which it ends has to
 * be looked at again. How much lies in them is a guess: as much in each stretch of time as in those before.
 */
function within(parts: Part[], look: number, density: number): [near: Part[], rest: Part[]] {
  const [first, ...others] = parts;
  if (first?.time && first.time.width > 0 && density * hoursIn(first) > look)
    return within([...splitTime(first, first.time), ...others], look, density);
  let held = 0;
  const many = parts.findIndex((part) => {
    held += density * hoursIn(part);
    return held > look * SURE;
  });
  return many === -1 ? [parts, []] : [parts.slice(0, Math.max(many, 1)), parts.slice(Math.max(many, 1))];
}

/** How much was in a stretch of time as long as the narrowest band; 0 where what was looked through is not of time. */
function densityOf(near: readonly Part[], rows: readonly FoundRow[], crowded = near.length + 1): number {
  if (near.some(({ time }) => !time)) return 0;
  const inLast = rows.filter(({ place }) => place === crowded).length;
  const before = near.slice(0, crowded - 1);
  const rate = (count: number, parts: readonly Part[]) =>
    count / parts.reduce((hours, part) => hours + hoursIn(part), 0) || 0;
  return Math.max(rate(rows.length - inLast, before), rate(inLast, near.slice(crowded - 1, crowded)));
}

/** How long a part is, in the narrowest bands of time; 0 when it is not of time. */
function hoursIn({ time }: Part): number {
  return time ? 8 ** time.width : 0;
}

/** The narrowest part there is, where very much was listed at once. */
async function lookClosely(
  reader: Reader,
  asked: Asked,
  part: Part,
  { end, limit }: { end: End | undefined; limit: number },
) {
  const after = end && end.tier === part.tier && (!part.price || part.price.n === end.price) ? end : undefined;
  const rows = await selectNewest(reader, asked, placeOf(part), { after, limit });
  return rows.map((row) => ({ ...row, tier: part.tier }));
}

const isDown = (sort: Sort) => sort === 'dear';

/** All that follows an end, or all there is, in the parts in which it is looked through. */
function begin(tier: number, { low, high }: Asked, sort: Sort, end: End | undefined): Part[] {
  const last = end?.tier === tier ? end : undefined;
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

function split(part: Part, sort: Sort): Part[] {
  if (part.time) return splitTime(part, part.time);
  if (!part.price) return [];
  if (part.price.width > 0) return partsOf(part.price, isDown(sort)).map((price) => ({ ...part, price }));
  return times(undefined).map((time) => ({ ...part, time }));
}

function splitTime(part: Part, time: Band): Part[] {
  return partsOf(time, true).map((time) => ({ ...part, time }));
}

function placeOf({ tier, price, time }: Part) {
  return { tier, bands: allOf([price, time].flatMap((band) => (band ? [quoted(wordOf(band))] : []))) };
}

/** Below 0 when one stands before the other. */
function compare(sort: Sort, one: End, other: End): number {
  const price = isDown(sort) ? other.price - one.price : one.price - other.price;
  if ((sort === 'cheap' || sort === 'dear') && price !== 0) return price;
  if (one.micros !== other.micros) return other.micros - one.micros;
  return one.id < other.id ? 1 : one.id > other.id ? -1 : 0;
}
