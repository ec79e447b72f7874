import { type Expression, type ShallowDehydrateObject, type Simplify, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { AuditAction } from '#modules/audit/rules.ts';
import type { Role } from '#platform/contract/roles.ts';
import type { Db } from '#platform/database/database.ts';

/** Finds a person with their account; undefined when they are deleted. */
export function findOwnAccount(db: Db, userId: string) {
  return db
    .selectFrom('users as u')
    .innerJoin('accounts as a', 'a.id', 'u.account_id')
    .select(['u.id', 'u.name', 'u.email', 'u.created_at', 'a.id as account_id'])
    .select(['u.phone', 'u.pickup', sql<'en' | 'bn' | null>`u.language`.as('language')])
    .select(
      sql<string | null>`(select new_email from email_changes c where c.account_id = a.id and c.expires_at > now())`.as(
        'new_email',
      ),
    )
    .select(['a.name as account_name', 'a.email as account_email', 'a.email_verified', 'a.image'])
    .select(['a.created_at as account_created_at', 'a.updated_at as account_updated_at'])
    .select(
      sql<boolean>`exists (select from credentials c where c.account_id = a.id and c.password is not null)`.as(
        'has_password',
      ),
    )
    .select((select) =>
      jsonArrayFrom(
        select
          .selectFrom('user_roles as r')
          .select([sql<Role>`r.role`.as('role'), 'r.since', 'r.verified_at as verifiedAt'])
          .whereRef('r.user_id', '=', 'u.id')
          .orderBy('r.role'),
      ).as('roles'),
    )
    .where('u.id', '=', userId)
    .where('u.status', '=', 'active')
    .executeTakeFirst();
}
export type OwnAccount = NonNullable<Awaited<ReturnType<typeof findOwnAccount>>>;

/**
 * Selects the rows of every module that belong to one person, table by table. One statement, so that the file shows one
 * moment. `email` is null when it is not confirmed. Instants are text.
 */
export async function selectPersonalData(
  db: Db,
  { userId, accountId, email }: { userId: string; accountId: string; email: string | null },
) {
  const { payoutAccount, ...parts } = await selectParts(db, {
    signIns: db
      .selectFrom('credentials')
      .select(['provider_id as provider', 'created_at as since'])
      .where('account_id', '=', accountId)
      .orderBy('created_at'),
    sessions: db
      .selectFrom('sessions')
      .select(['created_at as begunAt', 'updated_at as usedAt', 'expires_at as endsAt'])
      .select(['ip_address as address', 'user_agent as browser'])
      .where('account_id', '=', accountId)
      .orderBy('created_at'),
    photos: db
      .selectFrom('photos')
      .select(['id', 'product_id', 'state', 'address', 'created_at'])
      .where('owner_id', '=', userId)
      .orderBy('position')
      .orderBy('created_at'),
    bookings: bookingsOf(db, userId),
    wishes: db
      .selectFrom('wishes as w')
      .innerJoin('products as p', 'p.id', 'w.product_id')
      .select(['w.product_id as itemId', 'p.name as itemName', 'w.saved_poisha', 'w.created_at as savedAt'])
      .where('w.buyer_id', '=', userId)
      .orderBy('w.created_at'),
    reports: db
      .selectFrom('reports as r')
      .innerJoin('products as p', 'p.id', 'r.product_id')
      // `offset 0` keeps the planner from reading all cases: it looks up the case of each report.
      .innerJoinLateral(
        (cases) =>
          cases
            .selectFrom('report_cases')
            .select(['decision', 'decided_at'])
            .whereRef('report_cases.id', '=', 'r.case_id')
            .offset(sql.lit(0))
            .as('c'),
        (join) => join.onTrue(),
      )
      .select(['r.product_id as itemId', 'p.name as itemName', 'r.reason', 'r.created_at as reportedAt'])
      .select(['c.decision', 'c.decided_at as decidedAt'])
      .where('r.reporter_id', '=', userId)
      .orderBy('r.created_at'),
    messages: db
      .selectFrom('contact_messages')
      .select(['name', 'subject', 'message', 'request_id as requestId'])
      .select(['created_at as sentAt', 'answered_at as answeredAt'])
      .where('email', '=', email)
      .orderBy('created_at'),
    payoutAccount: db
      .selectFrom('payout_accounts')
      .select(['kind', 'account', 'bank', 'branch', 'routing', 'holder', 'changed_at as changedAt'])
      .where('user_id', '=', userId),
    payouts: db
      .selectFrom('payouts')
      .select(['number', 'amount_poisha', 'state', 'requested_at as requestedAt', 'state_at as changedAt'])
      .select(['kind', 'account', 'bank', 'branch', 'routing', 'holder', 'reference', 'reason'])
      .where('seller_id', '=', userId)
      .orderBy('requested_at'),
    disputes: db
      .selectFrom('disputes as d')
      // `offset 0`, as above: it looks up the words of each dispute.
      .innerJoinLateral(
        (words) =>
          words
            .selectFrom('dispute_words')
            .select(['id', 'kind', 'by', 'text', 'amount_poisha', 'at'])
            .whereRef('dispute_words.dispute_id', '=', 'd.id')
            .where('kind', '<>', 'listing')
            .offset(sql.lit(0))
            .as('w'),
        (join) => join.onTrue(),
      )
      .select(['d.booking_id as bookingId', 'd.reason', 'w.kind', 'w.text', 'w.amount_poisha', 'w.at'])
      .where((row) => row.or([row('d.buyer_id', '=', userId), row('d.seller_id', '=', userId)]))
      .where('w.by', '=', sql<string>`case d.buyer_id when ${userId} then 'buyer' else 'seller' end`)
      .orderBy('w.id'),
    steps: stepsOf(userId),
    auditEntries: db
      .selectFrom('admin_acts')
      .select([sql<AuditAction>`act`.as('act'), 'target_id as targetId', 'list', 'at'])
      .where('admin_id', '=', userId)
      .orderBy('at'),
  });
  return { ...parts, payoutAccount: payoutAccount[0] ?? null };
}
export type PersonalRows = Awaited<ReturnType<typeof selectPersonalData>>;

/** Runs queries as one statement. Returns the rows of each, by its name, as JSON has them. */
async function selectParts<Parts extends Record<string, Expression<object>>>(db: Db, parts: Parts) {
  const arms = Object.entries(parts).map(
    ([part, query]) => sql`select ${sql.lit(part)} as part, to_json(row) as row from (${query}) as row`,
  );
  const { rows } = await sql<{ part: string; row: unknown }>`${sql.join(arms, sql` union all `)}`.execute(db);
  const found = Map.groupBy(rows, ({ part }) => part);
  return Object.fromEntries(Object.keys(parts).map((part) => [part, found.get(part)?.map(({ row }) => row) ?? []])) as {
    [Part in keyof Parts]: RowsOf<Parts[Part]>;
  };
}
type RowsOf<Query> = Query extends Expression<infer Row> ? Simplify<ShallowDehydrateObject<Row>>[] : never;

/**
 * The steps of a person in bookings with the reasons, and the reports that they did not come. `offset 0` keeps the planner
 * from reading all steps.
 */
function stepsOf(userId: string) {
  return sql<{ bookingId: string; step: string; by: string; reason: string | null; at: Date }>`
    select s.booking_id as "bookingId", s.step, s.by, s.reason, s.at
    from (select id, 'buyer' as side from bookings where buyer_id = ${userId}
      union all select id, 'seller' from bookings where seller_id = ${userId}) as b
    cross join lateral (select * from booking_steps where booking_id = b.id offset 0) as s
    where s.by = b.side or s.step = 'no_show'
    order by s.id`;
}

function bookingsOf(db: Db, buyerId: string) {
  return db
    .selectFrom('bookings as b')
    .select(['b.id', 'b.product_id as itemId', 'b.item_name as itemName', 'b.item_image as image', 'b.price_poisha'])
    .select([
      'b.currency',
      'b.phone',
      'b.pickup as pickupPoint',
      'b.seller_pickup as sellerPickupPoint',
      sql<string>`shown_state(b)`.as('state'),
      'b.created_at as bookedAt',
      'b.method',
    ])
    .select(['b.hold_until as heldUntil', 'b.paid_at as paidAt'])
    .select((select) => [
      jsonArrayFrom(
        select
          .selectFrom('payments as p')
          .select(['p.provider', 'p.amount_poisha', 'p.currency', 'p.state'])
          .select(sql<string>`payer_number(p)`.as('transactionId'))
          .select(['p.created_at as begunAt', 'p.updated_at as changedAt'])
          .select((nested) =>
            jsonArrayFrom(
              nested
                .selectFrom('provider_answers as a')
                .select([sql<Record<string, string>>`a.answer`.as('fields'), 'a.kept_at as keptAt'])
                .whereRef('a.payment_id', '=', 'p.id')
                .orderBy('a.kept_at'),
            ).as('answers'),
          )
          .whereRef('p.booking_id', '=', 'b.id')
          .orderBy('p.created_at'),
      ).as('payments'),
    ])
    .where('b.buyer_id', '=', buyerId)
    .orderBy('b.created_at');
}
