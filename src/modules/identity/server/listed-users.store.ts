import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';
import { cutPage, keysetCondition, type PageRequest, type PageRows } from '#platform/database/keyset.ts';

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
const LISTINGS = sql`(select count(*)::int from (select from seller_listings l where l.seller_id = u.user_id and l.status = 'unsold'
  order by l.created_at desc limit ${sql.lit(COUNT_MAX_LISTINGS)}) as listed) as listings`;
const USER = sql`u.user_id as id, u.since::text as cursor_at, u.name, u.email, u.verified_at, ${LISTINGS}`;
const IN_ORDER = sql`order by since desc, user_id desc`;

/** Selects a page of buyers or sellers, newest first. Each word of `search` must begin a word of the name or the e-mail. */
export async function selectUsers(
  db: Db,
  role: 'buyer' | 'seller',
  { size, after }: PageRequest,
  search = '',
): Promise<PageRows<UserRow>> {
  const limit = size + 1;
  const words = prefixQuery(search);
  const condition = after ? sql`and ${keysetCondition(sql`since, user_id`, after)}` : sql``;
  const candidates = sql`select user_id, since, verified_at from user_roles where role = ${role} ${condition} ${IN_ORDER}`;
  const page =
    words === ''
      ? sql`select * from (${candidates} limit ${limit}) as r join users on users.id = user_id`
      : matching(words, role, candidates, limit);
  const { rows } = await sql<UserRow>`select ${USER} from (${page}) as u ${IN_ORDER}`.execute(db);
  return cutPage(rows, size);
}

/** The newest rows are scanned before the word index, which has no order. */
const SCAN_MAX_ROWS = 1000;

/** Frequent words fill a page from the newest rows; the matches of rare words are few enough to be sorted. */
function matching(words: string, role: string, candidates: RawBuilder<unknown>, limit: number) {
  const isMatch = sql`words_of_person(name, email) @@ lower(${words})::tsquery`;
  return sql`
    with newest as materialized (${candidates} limit ${SCAN_MAX_ROWS}),
    named as materialized (select id, name, email from users
      where id = any (array(select user_id from newest)) and ${isMatch}),
    near as materialized (select newest.*, name, email from newest join named on id = user_id ${IN_ORDER} limit ${limit}),
    indexed as materialized (select id, name, email from users where ${isMatch} and status = 'active'),
    far as (select user_id, since, verified_at, name, email from user_roles join indexed on id = user_id
      where role = ${role} and (select count(*) from near) < ${limit}
        and (since, user_id) < (select since, user_id from newest order by since, user_id limit 1)
      ${IN_ORDER} limit ${limit})
    select * from near union all select * from far ${IN_ORDER} limit ${limit}`;
}

/** Returns a tsquery of prefixes: `tan ahm` → `'tan':* & 'ahm':*`. */
function prefixQuery(search: string): string {
  const words = search.split(/\s+/).filter(Boolean);
  return words.map((word) => `'${word.replace(/['\\]/g, '$&$&')}':*`).join(' & ');
}
