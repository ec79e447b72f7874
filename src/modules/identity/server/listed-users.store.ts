import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';
import type { Keyset } from '#platform/database/keyset.ts';

const COUNT_MAX_LISTINGS = 1000;

export interface UserRow {
  id: string;
  cursor_at: string;
  name: string;
  email: string;
  verified_at: Date | null;
  listings: number;
}

/** How many listings a deletion would withdraw. */
const LISTINGS = sql`(select count(*)::int from (select from seller_listings l where l.seller_id = u.id and l.status = 'unsold'
  order by l.created_at desc limit ${sql.lit(COUNT_MAX_LISTINGS)}) as listed) as listings`;
const USER = sql`u.id, u.created_at::text as cursor_at, u.name, u.email, u.verified_at, ${LISTINGS}`;
const IN_ORDER = sql`order by created_at desc, id desc`;

/** Selects buyers or sellers, newest first. Each word of `search` must begin a word of the name or the e-mail. */
export async function selectUsers(
  db: Db,
  role: 'buyer' | 'seller',
  limit: number,
  after: Keyset | undefined,
  search = '',
): Promise<UserRow[]> {
  const words = prefixQuery(search);
  const beyond = after ? sql`and (created_at, id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``;
  const candidates = sql`from users where role = ${role} and status = 'active' ${beyond}`;
  const page =
    words === '' ? sql`select * ${candidates} ${IN_ORDER} limit ${limit}` : matching(words, role, candidates, limit);
  const { rows } = await sql<UserRow>`select ${USER} from (${page}) as u ${IN_ORDER}`.execute(db);
  return rows;
}

/** The newest rows are scanned before the word index, which has no order. */
const SCAN_MAX_ROWS = 1000;

/**
 * Selects the newest matching people. Frequent words fill a page from the newest rows; the matches of rare words are few
 * enough to be sorted.
 */
function matching(words: string, role: string, candidates: RawBuilder<unknown>, limit: number) {
  const isMatch = sql`words_of_person(name, email) @@ lower(${words})::tsquery`;
  return sql`
    with newest as materialized (select * ${candidates} ${IN_ORDER} limit ${SCAN_MAX_ROWS}),
    near as materialized (select * from newest where ${isMatch} ${IN_ORDER} limit ${limit}),
    indexed as materialized (select * from users where ${isMatch} and status = 'active'),
    far as (select * from indexed where role = ${role} and (select count(*) from near) < ${limit}
        and (created_at, id) < (select created_at, id from newest order by created_at, id limit 1)
      ${IN_ORDER} limit ${limit})
    select * from near union all select * from far ${IN_ORDER} limit ${limit}`;
}

/** Returns a tsquery of prefixes: `tan ahm` → `'tan':* & 'ahm':*`. */
function prefixQuery(search: string): string {
  const words = search.split(/\s+/).filter(Boolean);
  return words.map((word) => `'${word.replace(/['\\]/g, '$&$&')}':*`).join(' & ');
}
