import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';
import { type PageRequest, selectPage } from '#platform/database/keyset.ts';
import {
  type AccountKind,
  MONEY_TAKEN_BACK,
  mayBecome,
  PAYOUT_STATES,
  type PayoutState,
  TRANSFER_WAIT_HOURS,
} from '../rules.ts';
import type { AccountFields } from './payout-accounts.store.ts';

const ADMINS = sql<string[]>`(select array_agg(a.id::text) from user_roles r join users a on a.id = r.user_id
  where r.role = 'admin' and a.status = 'active')`.as('admins');

/** Inserts a due payout to an account. */
export function insertPayout(db: Db, sellerId: string, amount: number, target: AccountFields) {
  const { kind, account, bank, branch, routing, holder } = target;
  return db
    .insertInto('payouts')
    .values({ seller_id: sellerId, amount_poisha: amount, kind, account, bank, branch, routing, holder })
    .returning(['id', 'number'])
    .executeTakeFirstOrThrow();
}

/** Finds the state of a payout, the admin that sent it, and its transfer through a provider. */
export async function findPayoutState(db: Db, id: string) {
  const row = await db
    .selectFrom('payouts')
    .select(['state', 'sent_by', 'kind', 'account', 'amount_poisha', 'transfer_at', 'exported_at', 'seller_id'])
    .select(ADMINS)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  const { sent_by: sentBy, account, amount_poisha: amount, transfer_at: transferAt } = row;
  return {
    sellerId: row.seller_id,
    state: row.state as PayoutState,
    sentBy,
    isWallet: row.kind === 'bkash',
    account,
    amount,
    transferAt,
    exportedAt: row.exported_at,
    admins: row.admins,
  };
}

/** The states from which a payout goes to another. */
const before = (state: PayoutState) => PAYOUT_STATES.filter((from) => mayBecome(from, state));

const CHANGED = ['id', 'number', 'seller_id', 'amount_poisha', 'kind', 'account', 'transfer_at'] as const;

export type ChangedPayout = NonNullable<Awaited<ReturnType<typeof updateSent>>>;

/** Marks a due payout as sent. Returns undefined when it is not due, or the admin's own. */
export function updateSent(db: Db, id: string, adminId: string) {
  return db
    .updateTable('payouts')
    .set({ state: 'sent', sent_by: adminId })
    .where('id', '=', id)
    .where('state', 'in', before('sent'))
    .where('seller_id', '<>', adminId)
    .returning(CHANGED)
    .executeTakeFirst();
}

/** The end of a payout. A transfer has a reference that its provider confirmed, or a statement that it was not sent. */
export type Outcome = { isTransfer: boolean } & ({ reference: string } | { reason: string });

/** A payout, and the admin that closes or transfers it. */
export interface Closing {
  id: string;
  adminId: string;
  fourEyes: boolean;
}

/**
 * Marks that a sent payout to a wallet is transferred now. Returns undefined when it is not sent, is in a bank file or
 * has a transfer. Also when this admin may not transfer it: its sender may, under four eyes another admin, an only admin always.
 */
export function updateTransferring(
  db: Db,
  { id, adminId, sender }: { id: string; adminId: string; sender: 'own' | 'other' | 'any' },
) {
  return db
    .updateTable('payouts')
    .set({ transfer_at: sql`now()` })
    .where('id', '=', id)
    .where('state', '=', 'sent')
    .where('kind', '=', 'bkash')
    .where('seller_id', '<>', adminId)
    .where('transfer_at', 'is', null)
    .where('exported_at', 'is', null)
    .$if(sender !== 'any', (query) => query.where('sent_by', sender === 'other' ? '<>' : '=', adminId))
    .returning(CHANGED)
    .executeTakeFirst();
}

/** Marks that nothing was transferred. */
export async function updateNotTransferred(db: Db, id: string): Promise<void> {
  await db.updateTable('payouts').set({ transfer_at: null }).where('id', '=', id).where('state', '=', 'sent').execute();
}

/**
 * Stores an admin's statement that the provider's list does not have a transfer. Returns false while the transfer may arrive,
 * without one, and after an earlier statement.
 */
export async function updateUnsent(
  db: Db,
  { id, adminId }: Pick<Closing, 'id' | 'adminId'>,
  reason: string,
): Promise<boolean> {
  const result = await db
    .updateTable('payouts')
    .set({ unsent_by: adminId, unsent_reason: reason })
    .where('id', '=', id)
    .where('state', '=', 'sent')
    .where('seller_id', '<>', adminId)
    .where('unsent_by', 'is', null)
    .where('transfer_at', '<=', sql<Date>`now() - make_interval(hours => ${TRANSFER_WAIT_HOURS})`)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Finds the statement about the transfer of a sent payout to another person than this admin. */
export function findUnsentStatement(db: Db, { id, adminId }: Pick<Closing, 'id' | 'adminId'>) {
  return db
    .selectFrom('payouts')
    .select(['seller_id', 'unsent_by'])
    .where('id', '=', id)
    .where('state', '=', 'sent')
    .where('seller_id', '<>', adminId)
    .where('unsent_by', 'is not', null)
    .executeTakeFirst();
}

/** Whether another payout to a wallet was paid with this number. */
export async function isTransferUsed(db: Db, reference: string): Promise<boolean> {
  const row = await db
    .selectFrom('payouts')
    .select('id')
    .where('reference', '=', reference)
    .where('kind', '=', 'bkash')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Closes an open payout. Returns undefined when it is not open, pays this admin, or its transfer contradicts the outcome.
 * Under four eyes also when this admin sent it.
 */
export function updateClosed(db: Db, { id, adminId, fourEyes }: Closing, outcome: Outcome) {
  const state = 'reference' in outcome ? 'paid' : 'failed';
  const values = 'reference' in outcome ? { reference: outcome.reference } : { reason: outcome.reason };
  return db
    .updateTable('payouts')
    .set({ ...values, state, closed_by: adminId })
    .where('id', '=', id)
    .where('state', 'in', before(state))
    .where('seller_id', '<>', adminId)
    .where('transfer_at', outcome.isTransfer ? 'is not' : 'is', null)
    .$if(fourEyes, (query) => query.where(sql<boolean>`sent_by is distinct from ${adminId}::uuid`))
    .returning(CHANGED)
    .executeTakeFirst();
}

/** Finds the open payouts of a seller that no admin has sent, newest first, and locks them. */
export function lockDuePayouts(db: Db, sellerId: string) {
  return db
    .selectFrom('payouts')
    .select(['id', 'amount_poisha'])
    .where('seller_id', '=', sellerId)
    .where('state', '=', 'due')
    .orderBy('number', 'desc')
    .forNoKeyUpdate()
    .execute();
}

/** Fails a locked due payout without an admin. */
export function updateTakenBack(db: Db, id: string) {
  return db
    .updateTable('payouts')
    .set({ state: 'failed', reason: MONEY_TAKEN_BACK })
    .where('id', '=', id)
    .returning(CHANGED)
    .executeTakeFirstOrThrow();
}

export type PayoutRow = Awaited<ReturnType<typeof selectPayouts>>['rows'][number];

/** Selects a page of payouts in a state, those that came to it last first. */
export function selectPayouts(db: Db, state: PayoutState, kind: AccountKind | undefined, page: PageRequest) {
  const payouts = db
    .selectFrom('payouts as p')
    .leftJoin('users as u', (join) => join.onRef('u.id', '=', 'p.seller_id').on('u.status', '=', 'active'))
    .select(['p.id', 'p.number', 'u.name as seller_name', 'p.amount_poisha', 'p.requested_at', 'p.state_at'])
    .select([
      'p.account',
      'p.bank',
      'p.branch',
      'p.routing',
      'p.holder',
      'p.sent_by',
      'p.reference',
      'p.reason',
      'p.transfer_at',
      'p.exported_at',
      'p.unsent_by',
      'p.unsent_reason',
      'p.seller_id',
    ])
    .select([sql<PayoutState>`p.state`.as('state'), sql<AccountKind>`p.kind`.as('kind'), ADMINS])
    .where('p.state', '=', state)
    .$if(kind !== undefined, (query) => query.where('p.kind', '=', kind ?? ''));
  return selectPage(db, payouts, ['p.state_at', 'p.id'], page);
}

/** Returns the number and the sum, in poisha, of the payouts in each open state. */
export async function countOpenPayouts(db: Db) {
  const rows = await db
    .selectFrom('payouts')
    .select([
      sql<PayoutState>`state`.as('state'),
      sql<number>`count(*)`.as('count'),
      sql<number>`sum(amount_poisha)::bigint`.as('amount'),
    ])
    .where('state', 'in', ['due', 'sent'])
    .groupBy('state')
    .execute();
  return rows;
}

/** Selects the numbers, states and amounts of all open payouts, oldest first. */
export function selectOpenPayouts(db: Db) {
  return db
    .selectFrom('payouts')
    .select(['number', 'state', 'amount_poisha'])
    .where('state', 'in', ['due', 'sent'])
    .orderBy('number')
    .execute();
}
