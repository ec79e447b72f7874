import { z } from 'zod';
import type { Page } from '#platform/contract/call.ts';
import type { Db } from '#platform/database/database.ts';
import { readCursorAs, writeCursor } from '#platform/database/keyset.ts';
import { SORTS, type Sort } from '../rules.ts';
import { PRICE } from './bands.ts';
import { DEAREST } from './facts.ts';
import { type Asked, type FoundRow, selectFound, selectNewest } from './found.store.ts';
import { densityOf, isDown, type Part, partsAfter, placeOf, split, thatFit } from './parts.ts';

/**
 * Twice as many are looked at in one go as are wanted, and more when few of them fit. A part that has more is looked
 * through part by part.
 */
const LOOK = 2;
const LOOK_MORE = 3200;
/** A search that has looked at so much and has no full page gives what it has, and goes on from there when asked to. */
const LOOK_MAX = 20_000;

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
  db: Db,
  asked: Asked,
  { sort, cursor, size }: { sort: Sort; cursor: string | undefined; size: number },
): Promise<Page<string>> {
  const { found, tiredAt } = await walk(db, asked, { sort, end: readEnd(sort, cursor), limit: size + 1 });
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
export async function findNewest(db: Db, asked: Asked, limit: number): Promise<string[]> {
  const { found } = await walk(db, asked, { sort: 'newest', end: undefined, limit });
  return found.slice(0, limit).map(({ id }) => id);
}

/**
 * Looks through what is on offer in order for `limit` or a few more, after `end`, and at little that it does not give: from
 * narrow bands on to wide ones and, where one is crowded, through its parts. What was seen of a crowded one is looked at
 * again, for it comes in no order; so no more bands are asked for than one look is guessed to hold. `tiredAt` is where it
 * gave up.
 */
async function walk(
  db: Db,
  asked: Asked,
  { sort, end, limit }: { sort: Sort; end: End | undefined; limit: number },
): Promise<{ found: Found[]; tiredAt?: End }> {
  const found: Found[] = [];
  let parts = asked.tiers.flatMap((_, tier) =>
    tier < (end?.tier ?? 0) ? [] : partsAfter(end?.tier === tier ? end : undefined, { tier, asked, sort }),
  );
  let [looked, look, density] = [0, LOOK * limit, 0];
  // How far it has come: nobody is sent on from where they already were.
  let seen: End | undefined;
  while (parts.length > 0 && found.length < limit) {
    const { near, rest } = thatFit(parts, look, density);
    const rows = await selectFound(db, asked, near.map(placeOf), look);
    // Where the last row lies, there may be more.
    const crowded = rows.length === look ? (rows.at(-1)?.place ?? 1) : undefined;
    const whole = rows
      .filter(({ place }) => place !== crowded)
      .map((row) => ({ ...row, tier: near[row.place - 1]?.tier ?? 0 }))
      .sort((one, other) => one.place - other.place || compare(sort, one, other))
      .filter((row) => !end || row.tier > end.tier || compare(sort, end, row) < 0);
    found.push(...whole.filter(({ fits }) => fits));
    [looked, seen] = [looked + rows.length, whole.at(-1) ?? seen];
    density = densityOf(near.slice(0, crowded), rows, crowded);
    if (rows.filter(({ fits }) => fits).length < rows.length / 2) look = Math.min(look * 4, LOOK_MORE);
    if (crowded === undefined && rest.length === 0) return { found };
    if (seen && looked >= LOOK_MAX) return { found, tiredAt: seen };
    const part = crowded === undefined ? undefined : near[crowded - 1];
    const finer = part ? split(part, sort) : [];
    parts = [...finer, ...near.slice(crowded ?? near.length), ...rest];
    if (!part) continue;
    if (finer.length > 0 || found.length >= limit) continue;
    const close = await lookClosely(db, asked, part, { end, limit });
    found.push(...close);
    seen = close.at(-1) ?? seen;
  }
  return { found };
}

/** The narrowest part there is, where very much was listed at once. */
async function lookClosely(db: Db, asked: Asked, part: Part, { end, limit }: { end: End | undefined; limit: number }) {
  const after = end && end.tier === part.tier && (!part.price || part.price.n === end.price) ? end : undefined;
  const rows = await selectNewest(db, asked, placeOf(part), { after, limit });
  return rows.map((row) => ({ ...row, tier: part.tier }));
}

/** Below 0 when one stands before the other. */
function compare(sort: Sort, one: End, other: End): number {
  const price = isDown(sort) ? other.price - one.price : one.price - other.price;
  if ((sort === 'cheap' || sort === 'dear') && price !== 0) return price;
  if (one.micros !== other.micros) return other.micros - one.micros;
  return one.id < other.id ? 1 : one.id > other.id ? -1 : 0;
}
