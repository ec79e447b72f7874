import { sql } from 'kysely';
import type pg from 'pg';
import type { Keyset } from '#platform/server/cursor.ts';
import type { Db } from '#platform/server/database.ts';
import type { Caller, Session } from '#platform/server/session.ts';

// Read on every call, so it is a prepared statement: role, ban and sign-out take effect with the next request.
const SESSIONS = {
  name: 'sessions',
  text: `select s.id as session_id, a.id as account_id, a.email, a.name as account_name, a.email_verified,
      u.id, u.name, u.role, u.verified_at is not null as verified
    from sessions s join accounts a on a.id = s.account_id
      left join users u on u.account_id = a.id and u.status = 'active'
    where s.id = any ($1) and s.expires_at > now()`,
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
  pool: pg.Pool,
  asked: readonly { sessionId: string; accountId: string }[],
): Promise<(Session | null)[]> {
  const { rows } = await pool.query<SessionRow>({ ...SESSIONS, values: [asked.map(({ sessionId }) => sessionId)] });
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

/** Buyers or sellers, newest first; with `search`, those of whom each of its words begins a word in name or e-mail. */
export function selectUsers(db: Db, role: 'buyer' | 'seller', limit: number, after: Keyset | undefined, search = '') {
  const words = beginnings(search);
  return (
    db
      .selectFrom('users')
      .select(['id', 'name', 'email', 'verified_at', sql<string>`created_at::text`.as('cursor_at')])
      // Kept by the catalogue; an admin sees what a deletion would take off the store.
      .select(
        sql<number>`(select count(*)::int from (select from products
        where seller_id = users.id and status = 'unsold' limit ${COUNT_CAP}) as listed)`.as('listings'),
      )
      .where('role', '=', role)
      .where('status', '=', 'active')
      .$if(words !== '', (query) => query.where(sql<boolean>`words_of_person(name, email) @@ lower(${words})::tsquery`))
      .$if(after !== undefined, (query) =>
        query.where(sql<boolean>`(created_at, id) < (${after?.at}::timestamptz, ${after?.id}::uuid)`),
      )
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute()
  );
}

/** Typed words as a tsquery in which each is a beginning: `tan ahm` → `'tan':* & 'ahm':*`. */
function beginnings(search: string): string {
  const words = search.split(/\s+/).filter(Boolean);
  return words.map((word) => `'${word.replace(/['\\]/g, '$&$&')}':*`).join(' & ');
}

/** Marks a seller as checked. */
export async function updateVerified(db: Db, id: string): Promise<void> {
  await db.updateTable('users').set({ verified_at: sql`now()` }).where('id', '=', id).execute();
}
