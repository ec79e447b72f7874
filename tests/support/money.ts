import { sql } from 'kysely';
import { vi } from 'vitest';
import { changePayoutAccount, requestPayout } from '#modules/earnings/contract.ts';
import { confirmReceived } from '#modules/handover/contract.ts';
import { DEADLINES } from '#modules/handover/server/deadlines.job.ts';
import { BANK, move, sellerAccount } from '#modules/ledger/rules.ts';
import { findSellerBalance, insertTransaction } from '#modules/ledger/server/service.ts';
import { bookEntry } from '#modules/payments/server/entries.service.ts';
import { toPoisha } from '#platform/contract/values.ts';
import { type Database, type Db, transaction } from '#platform/database/database.ts';
import type { Person, TestStore } from './test-store.ts';

type WithDatabase = Pick<TestStore, 'db'>;

/** Books an amount, in Tk, to a seller by a correction. */
export async function giveMoney({ db }: WithDatabase, { id }: Pick<Person, 'id'>, tk: number): Promise<void> {
  const lines = move(toPoisha(tk), sellerAccount(id), BANK);
  await transaction(db, (db) => insertTransaction(db, { kind: 'correction', ref: crypto.randomUUID(), lines }));
}

/** Stores a bKash number of a seller, and ends the time for which payouts to it wait. */
export async function addAccount(store: WithDatabase, seller: Person, bkash = '01711000482'): Promise<void> {
  const body = { kind: 'bkash' as const, bkash, bkashAgain: bkash, password: seller.password };
  await seller.api.send(changePayoutAccount, { body });
  await restAccount(store, seller);
}

/** Ends the time for which payouts to a changed account wait. */
export async function restAccount({ db }: WithDatabase, { id }: Pick<Person, 'id'>): Promise<void> {
  await sql`update payout_accounts set changed_at = changed_at - interval '2 days', payable_from = now() - interval '1 minute'
    where user_id = ${id}`.execute(db);
}

/** Creates a due payout of a seller. Returns its id. */
export async function addPayout(store: WithDatabase, seller: Person, tk = 500): Promise<string> {
  await giveMoney(store, seller, tk);
  await addAccount(store, seller);
  return (await seller.api.send(requestPayout, {})).insertedId;
}

const BANK_ACCOUNT = {
  ...{ kind: 'bank' as const, bank: 'City Bank', branch: 'Gulshan', routing: '060261726' },
  ...{ account: '060123456741', holder: 'Salma' },
};

/** Creates a due payout of a seller to a bank account. Returns its id and number. */
export async function addBankPayout(store: WithDatabase, seller: Person): Promise<{ id: string; number: string }> {
  await giveMoney(store, seller, 500);
  await seller.api.send(changePayoutAccount, { body: { ...BANK_ACCOUNT, password: seller.password } });
  await restAccount(store, seller);
  const { insertedId: id, number } = await seller.api.send(requestPayout, {});
  return { id, number };
}

/** Ends a paid booking, as if its inspection were over. The database accepts it with the release of the money only. */
export async function endSale(db: Db, bookingId: string): Promise<void> {
  const times = sql`handed_over_at = now(), inspect_until = now()`;
  await sql`update bookings set state = 'handed_over', ${times} where id = ${bookingId} and state = 'paid'`.execute(db);
  await sql`update bookings set state = 'completed' where id = ${bookingId} and state = 'handed_over'`.execute(db);
}

/** Hands an item over and ends the inspection: the money is released. */
export async function completeSale({ db }: WithDatabase, buyer: Person, bookingId: string): Promise<void> {
  await buyer.api.send(confirmReceived, { params: { id: bookingId } });
  await sql`update bookings set inspect_until = now() - interval '1 minute' where id = ${bookingId}`.execute(db);
  await sql`select graphile_worker.add_job(${DEADLINES}, '{}', job_key := ${DEADLINES})`.execute(db);
  const stateOf = () => db.selectFrom('bookings').select('state').where('id', '=', bookingId).executeTakeFirstOrThrow();
  await vi.waitUntil(async () => (await stateOf()).state === 'completed', 20_000);
}

/** Completes a sale and takes its money out of the seller's account, as a payout by hand does. Then the seller can leave. */
export async function settleSale(store: WithDatabase, buyer: Person, seller: Person, bookingId: string): Promise<void> {
  await completeSale(store, buyer, bookingId);
  await transaction(store.db, async (db) => {
    const lines = move(await findSellerBalance(db, seller.id), BANK, sellerAccount(seller.id));
    await insertTransaction(db, { kind: 'correction', ref: crypto.randomUUID(), lines });
  });
}

/** Keeps a captured payment for review. Returns its id. */
export async function keepForReview(db: Database, intent: string): Promise<string> {
  const payment = await db
    .updateTable('payments')
    .set({ state: 'review', review: 'risk' })
    .where('intent', '=', intent)
    .returning(['id', 'booking_id', 'provider', 'amount_poisha'])
    .executeTakeFirstOrThrow();
  await bookEntry(db, payment, { kind: 'capture', ref: null, amount: payment.amount_poisha });
  return payment.id;
}

/** Makes a part of a captured payment due back, as if the provider had refused it three times. Returns the payment's id. */
export async function stopRefund(db: Database, id: string): Promise<string> {
  const part = { return_poisha: 10_000, part_due_poisha: 10_000 };
  const stop = { refund_refusals: 3, refund_stopped_at: new Date() };
  await db
    .updateTable('payments')
    .set({ ...part, ...stop })
    .where('id', '=', id)
    .execute();
  return id;
}
