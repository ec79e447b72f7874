import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';
import type { Keyset } from '#platform/database/keyset.ts';
import type { Reader } from '#platform/database/read-replica.ts';
import type { Caller, Session } from '#platform/http/access.ts';

// Read on every call, so it is a prepared statement: role, ban and sign-out take effect with the next request. How many are
// asked for is kept from the planner, which would plan anew for each number (decision 21).
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

/** The live sessions among these, with the persons they belong to; null for each that is none, or another account's. */
export async function findSessions(
  reader: Reader,
  asked: readonly { sessionId: string; accountId: string }[],
): Promise<(Session | null)[]> {
  const { rows } = await reader.query<SessionRow>({ ...SESSIONS, values: [asked.map(({ sessionId }) => sessionId)] });
  return asked.map(({ sessionId, accountId }) => {
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

/** Records the person of an account, or leaves who is there alone. Gives the person's id. */
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

/** Listings of a seller are counted up to this. */
const COUNT_CAP = 1000;

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
  order by l.created_at desc limit ${sql.lit(COUNT_CAP)}) as listed) as listings`;
const USER = sql`u.id, u.created_at::text as cursor_at, u.name, u.email, u.verified_at, ${LISTINGS}`;
const IN_ORDER = sql`order by created_at desc, id desc`;

/** Buyers or sellers, newest first; with `search`, those of whom each of its words begins a word in name or e-mail. */
export async function selectUsers(
  db: Db,
  role: 'buyer' | 'seller',
  limit: number,
  after: Keyset | undefined,
  search = '',
): Promise<UserRow[]> {
  const words = beginnings(search);
  const beyond = after ? sql`and (created_at, id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``;
  const those = sql`from users where role = ${role} and status = 'active' ${beyond}`;
  const meant = words === '' ? sql`select * ${those} ${IN_ORDER} limit ${limit}` : meantBy(words, role, those, limit);
  const { rows } = await sql<UserRow>`select ${USER} from (${meant}) as u ${IN_ORDER}`.execute(db);
  return rows;
}

/** So many of the newest are looked through before the index of words is asked, which knows no order. */
const LOOKED_THROUGH = 1000;

/**
 * What many are called is found among the newest. What a page of them does not have is so rare that all who are called it
 * can be put in order.
 */
function meantBy(words: string, role: string, those: RawBuilder<unknown>, limit: number) {
  const called = sql`words_of_person(name, email) @@ lower(${words})::tsquery`;
  return sql`
    with newest as materialized (select * ${those} ${IN_ORDER} limit ${LOOKED_THROUGH}),
    near as materialized (select * from newest where ${called} ${IN_ORDER} limit ${limit}),
    called as materialized (select * from users where ${called} and status = 'active'),
    far as (select * from called where role = ${role} and (select count(*) from near) < ${limit}
        and (created_at, id) < (select created_at, id from newest order by created_at, id limit 1)
      ${IN_ORDER} limit ${limit})
    select * from near union all select * from far ${IN_ORDER} limit ${limit}`;
}

/** Typed words as a tsquery in which each is a beginning: `tan ahm` → `'tan':* & 'ahm':*`. */
function beginnings(search: string): string {
  const words = search.split(/\s+/).filter(Boolean);
  return words.map((word) => `'${word.replace(/['\\]/g, '$&$&')}':*`).join(' & ');
}

/** The e-mail of somebody who has not left. */
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

/** Returns a user's name, e-mail and verification, and keeps them from changing until the transaction ends. */
export async function lockUserShared(db: Db, id: string) {
  return db
    .selectFrom('users')
    .select(['name', 'email', sql<boolean>`verified_at is not null`.as('verified')])
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst();
}
