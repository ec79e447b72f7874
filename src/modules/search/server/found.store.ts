import type { Quality } from '#modules/catalogue/rules.ts';
import type { Db } from '#platform/database/database.ts';
import { runPrepared } from '#platform/database/prepared.ts';

/**
 * What a search asks the index: a query for each tier ('' asks for everything), what the index cannot tell, and
 * whether what is booked is left out.
 */
export interface Asked {
  tiers: string[];
  exact?: string | undefined;
  free: boolean;
  /** Prices in poisha, both included. */
  low: number;
  high: number;
}

/** Part of the order in which a search looks: a tier, and the bands in which a product then lies. */
export interface Place {
  tier: number;
  /** A tsquery of bands. */
  bands: string;
}

export interface FoundRow {
  /** In which of the places, counted from 1. */
  place: number;
  id: string;
  /** When it was listed, in microseconds since 1970. */
  micros: number;
  price: number;
  /** Whether it has what the index could not tell, too. */
  fits: boolean;
}

/**
 * The index answers within one place at a time, in their order, and no further than it is asked. As a materialised part of
 * its own it is planned as what it is, whatever the limit: with a limit a walk through the table would look cheaper. And
 * what is booked is looked up for each hit, for the offset, and not read as a whole.
 */
const HITS = (columns: string, query: string) => `with hits as materialized (
    select p.id, ${columns},
      p.price_poisha between $2::bigint and $3::bigint and ($4::tsquery is null or p.document @@ $4::tsquery) as exact
    from products p where p.document @@ ${query})`;
const BOOKED = 'exists (select from live_bookings b where b.product_id = hits.id offset 0)';
const WHETHER_FITTING = `select hits.*, exact and not ($5 and ${BOOKED}) as fits from hits`;
const filtersOf = ({ low, high, exact, free }: Omit<Asked, 'tiers'>) => [low, high, exact ?? null, free];

const KEYS = `(extract(epoch from p.created_at) * 1000000)::bigint as micros, p.price_poisha as price`;
const IN_PLACE = `coalesce(nullif(($7::text[])[place.tier], '')::tsquery && place.bands::tsquery, place.bands::tsquery)`;
const PLACES = 'unnest($1::text[], $6::int[]) with ordinality as place (bands, tier, n)';

const FOUND = {
  name: 'search-found',
  text: `select place.n::int as place, found.id, found.micros, found.price, found.fits
    from ${PLACES} cross join lateral (${HITS(KEYS, IN_PLACE)} ${WHETHER_FITTING}) as found limit $8`,
};

const valuesOf = (places: readonly Place[], { tiers, ...filters }: Asked) => [
  places.map(({ bands }) => bands),
  ...filtersOf(filters),
  places.map(({ tier }) => tier + 1),
  tiers,
];

/**
 * What is found in some places, one place after the other, in no order within one. Once there are `limit`, the last place
 * may have more.
 */
export async function selectFound(db: Db, asked: Asked, places: readonly Place[], limit: number) {
  return runPrepared<FoundRow>(db, FOUND, [...valuesOf(places, asked), limit]);
}

/** Of what is found in one place: those that follow after `micros` and `id`, newest first. */
const NEWEST = {
  name: 'search-newest',
  text: `select 1 as place, found.id, found.micros, found.price, found.fits
    from ${PLACES} cross join lateral (${HITS(KEYS, IN_PLACE)} ${WHETHER_FITTING}) as found
    where found.fits and ($8::bigint is null or (found.micros, found.id) < ($8, $9::uuid))
    order by found.micros desc, found.id desc limit $10`,
};

export async function selectNewest(
  db: Db,
  asked: Asked,
  place: Place,
  { after, limit }: { after: { micros: number; id: string } | undefined; limit: number },
): Promise<FoundRow[]> {
  const values = [...valuesOf([place], asked), after?.micros ?? null, after?.id ?? null, limit];
  return runPrepared<FoundRow>(db, NEWEST, values);
}

export interface FactRow extends Pick<FoundRow, 'place' | 'fits'> {
  category_id: string;
  quality: Quality;
  area: string;
  label: string;
  years_used: number;
  verified: boolean;
  booked: boolean;
}

// Of what does not fit, nobody asks whether it is booked; of the rest it is looked up once.
const FACTS = {
  name: 'search-facts',
  text: `select place, fits, category_id, quality, search_area(location) as area,
      btrim(split_part(location, ',', 1)) as label, years_used, seller_verified as verified, booked
    from (select place.n::int as place, found.* from ${PLACES}
      cross join lateral (${HITS('p.category_id, p.quality, p.location, p.years_used, p.seller_verified', IN_PLACE)}
        select hits.*, b.booked, exact and not ($5 and b.booked) as fits from hits
        cross join lateral (select exact and ${BOOKED} as booked offset 0) as b) as found
      limit $8) as found`,
};

/** The facts of what is found in some places, one place after the other, up to `limit`. */
export async function selectFacts(db: Db, asked: Asked, places: readonly Place[], limit: number) {
  return runPrepared<FactRow>(db, FACTS, [...valuesOf(places, asked), limit]);
}
