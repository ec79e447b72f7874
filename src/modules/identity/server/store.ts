import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';
import type { Keyset } from '#platform/database/keyset.ts';
import { runPrepared } from '#platform/database/prepared.ts';
import type { Caller, Session } from '#platform/http/access.ts';

// A prepared statement, because it runs on every call. The sub-select hides the number of sessions from the planner, which
// would plan again for each number (decision 21).
const SESSIONS = {
  name: 'sessions',
  text: `select s.id as session_id, a.id as account_id, a.email, a.name as account_name, a.email_verified,
      u.id, u.name, u.role, u.verified_at is not null as verified
    from sessions s join accounts a on a.id = s.account_id
      left join users u on u.account_id = a.id and u.status = 'active'
    where s.id = any ((select $1::uuid[])::uuid[]) and s.expires_at > now()`,
};

interface SessionRow {
  session_id: string;
  account_id: string;
  email: string;
  account_name: string;
  email_verified: boolean;
  id: string | null;
  name: string;
  role: Caller['role'];
  verified: boolean;
}

/** Returns the session of each pair, with its person; null for an expired session and for one of another account. */
export async function findSessions(
  db: Db,
  keys: readonly { sessionId: string; accountId: string }[],
): Promise<(Session | null)[]> {
  const rows = await runPrepared<SessionRow>(db, SESSIONS, [keys.map(({ sessionId }) => sessionId)]);
  return keys.map(({ sessionId, accountId }) => {
    const row = rows.find((row) => row.session_id === sessionId && row.account_id === accountId);
    return row ? sessionOf(row) : null;
  });
}

function sessionOf({ id, email, name, role, verified, ...row }: SessionRow): Session {
  return {
    sessionId: row.session_id,
    accountId: row.account_id,
    email,
    accountName: row.account_name,
    emailVerified: row.email_verified,
    person: id ? { id, email, name, role, verified } : null,
  };
}

/** Inserts the person of an account unless there is one. Returns the person's id. */
export async function insertUser(
  db: Db,
  user: { accountId: string; email: string; name: string; role: 'buyer' | 'seller' },
): Promise<string> {
  await db
    .insertInto('users')
    .values({ account_id: user.accountId, email: user.email, name: user.name, role: user.role })
    .onConflict((conflict) => conflict.column('account_id').doNothing())
    .execute();
  const { id } = await db
    .selectFrom('users')
    .select('id')
    .where('account_id', '=', user.accountId)
    .executeTakeFirstOrThrow();
  return id;
}

export async function findRoleByEmail(db: Db, email: string): Promise<Caller['role'] | undefined> {
  const row = await db
    .selectFrom('users')
    .select('role')
    .where('email', '=', email)
    .where('status', '=', 'active')
    .executeTakeFirst();
  return row?.role as Caller['role'] | undefined;
}

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

/** Finds the e-mail of an active person. */
export async function findEmail(db: Db, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', id)
    .where('status', '=', 'active')
    .executeTakeFirst();
  return row?.email;
}

export async function updateVerified(db: Db, id: string): Promise<void> {
  await db.updateTable('users').set({ verified_at: sql`now()` }).where('id', '=', id).execute();
}

/** Locks a user's name, e-mail and verification until the transaction ends, and returns them. */
export async function lockUserShared(db: Db, id: string) {
  return db
    .selectFrom('users')
    .select(['name', 'email', sql<boolean>`verified_at is not null`.as('verified')])
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst();
}
