import type pg from 'pg';
import type { Quality } from '#modules/catalogue/rules.ts';

/**
 * What a search asks the index: a query for each tier (null asks for everything), what the index cannot tell, and
 * whether what is booked is left out.
 */
export interface Asked {
  tiers: (string | null)[];
  exact?: string | undefined;
  free: boolean;
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
 * its own it is planned as what it is, whatever the limit: with a limit a walk through the table would look cheaper.
 */
const HITS = (columns: string, query: string) => `with hits as materialized (
    select p.id, ${columns}, $3::tsquery is null or p.document @@ $3::tsquery as exact
    from products p where p.document @@ ${query})
  select hits.*, exact and not ($4 and exists (select from live_bookings b where b.product_id = hits.id)) as fits from hits`;

const KEYS = `(extract(epoch from p.created_at) * 1000000)::bigint as micros, p.price_poisha as price`;
const IN_PLACE = 'coalesce(($5::text[])[place.tier]::tsquery && place.bands::tsquery, place.bands::tsquery)';

const FOUND = {
  name: 'search-found',
  text: `select place.n::int as place, found.id, found.micros, found.price, found.fits
    from unnest($1::int[], $2::text[]) with ordinality as place (tier, bands, n)
    cross join lateral (${HITS(KEYS, IN_PLACE)}) as found limit $6`,
};

const valuesOf = (places: readonly Place[], { tiers, exact, free }: Asked) => [
  places.map(({ tier }) => tier + 1),
  places.map(({ bands }) => bands),
  exact ?? null,
  free,
  tiers,
];

/**
 * What is found in some places, one place after the other, in no order within one. Once there are `limit`, the last place
 * may have more.
 */
export async function selectFound(pool: pg.Pool, asked: Asked, places: readonly Place[], limit: number) {
  return (await pool.query<FoundRow>({ ...FOUND, values: [...valuesOf(places, asked), limit] })).rows;
}

/** Of what is found in one place: those that follow after `micros` and `id`, newest first. */
const NEWEST = {
  name: 'search-newest',
  text: `select 1 as place, found.id, found.micros, found.price, found.fits
    from unnest($1::int[], $2::text[]) as place (tier, bands)
    cross join lateral (${HITS(KEYS, IN_PLACE)}) as found
    where found.fits and ($6::bigint is null or (found.micros, found.id) < ($6, $7::uuid))
    order by found.micros desc, found.id desc limit $8`,
};

export async function selectNewest(
  pool: pg.Pool,
  asked: Asked,
  place: Place,
  { after, limit }: { after: { micros: number; id: string } | undefined; limit: number },
): Promise<FoundRow[]> {
  const values = [...valuesOf([place], asked), after?.micros ?? null, after?.id ?? null, limit];
  return (await pool.query<FoundRow>({ ...NEWEST, values })).rows;
}

export interface FactRow {
  category_id: string;
  quality: Quality;
  area: string;
  label: string;
  years_used: number;
  verified: boolean;
  booked: boolean;
}

const FACTS = {
  name: 'search-facts',
  text: `select category_id, quality, search_area(location) as area, btrim(split_part(location, ',', 1)) as label, years_used,
      seller_verified as verified, exists (select from live_bookings b where b.product_id = sample.id) as booked
    from (select found.* from (
        select found.* from unnest($1::int[], $2::text[]) as place (tier, bands)
        cross join lateral (${HITS('p.category_id, p.quality, p.location, p.years_used, p.seller_verified', IN_PLACE)}) as found
        limit $6) as found
      where fits limit $7) as sample`,
};

/** The facts of the newest that are found, up to `limit`; no more than `look` are looked at for that. */
export async function selectFacts(pool: pg.Pool, asked: Asked, places: readonly Place[], limit: number, look: number) {
  return (await pool.query<FactRow>({ ...FACTS, values: [...valuesOf(places, asked), look, limit] })).rows;
}

const COUNTS = {
  name: 'search-counts',
  text: `select counted.n from unnest($1::text[]) with ordinality as option (query, position)
    cross join lateral (select count(*)::int as n from (
      select from (
        select found.fits from unnest($2::text[]) as place (bands)
        cross join lateral (${HITS('p.price_poisha', "coalesce(nullif(option.query, '')::tsquery && place.bands::tsquery, place.bands::tsquery)")}) as found
        limit $6) as found
      where fits limit $5) as found) as counted
    order by option.position`,
};

/** How much each of some queries finds in all of the places, up to `limit`; no more than `look` are looked at for one. */
export async function selectCounts(
  pool: pg.Pool,
  queries: readonly string[],
  { exact, free }: Pick<Asked, 'exact' | 'free'>,
  { bands, limit, look }: { bands: readonly string[]; limit: number; look: number },
): Promise<number[]> {
  const values = [queries, bands, exact ?? null, free, limit, look];
  return (await pool.query<{ n: number }>({ ...COUNTS, values })).rows.map(({ n }) => n);
}
