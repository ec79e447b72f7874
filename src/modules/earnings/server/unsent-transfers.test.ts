import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { payoutAccount } from '#modules/ledger/rules.ts';
import { findSellerBalance } from '#modules/ledger/server/service.ts';
import { createWallets } from '#modules/payments/server/wallets.service.ts';
import { addPayout } from '../../../../tests/support/money.ts';
import { openProviderStore } from '../../../../tests/support/provider-store.ts';
import type { Person } from '../../../../tests/support/test-store.ts';
import * as calls from '../payouts.contract.ts';
import { verifyTransfers } from './verify-transfers.ts';

let providerStore: Awaited<ReturnType<typeof openProviderStore>>;
let seller: Person;
let admin: Person;
beforeAll(async () => {
  providerStore = await openProviderStore();
  ({ seller, admin } = providerStore);
});
afterAll(() => providerStore.close());
beforeEach(() => providerStore.faults.bkash.addAll({ clear: true }));

const transfer = (id: string, who = admin) => who.api.send(calls.transferPayout, { params: { id } });
const failed = (id: string, unsent?: boolean, who = admin) =>
  who.api.send(calls.failPayout, { params: { id }, body: { reason: 'It is not in the list', unsent } });
const shown = async (id: string, state: 'sent' | 'paid' | 'failed', who = admin) =>
  (await who.api.send(calls.listPayouts, { query: { state } })).items.find(({ _id }) => _id === id);
const verify = () => verifyTransfers(providerStore.store.db, createWallets(providerStore.store.providers));
/** The admins of the audit entries that a payout failed, oldest first. */
const failures = async (id: string) => {
  const entries = providerStore.store.db.selectFrom('admin_acts').select('admin_id').where('target_id', '=', id);
  return (await entries.where('act', '=', 'fail-payout').orderBy('at').execute()).map((entry) => entry.admin_id);
};
const unclear = { status: 409, problem: { title: 'transfer-unclear' } };

/** Begins a transfer that bKash makes and does not answer, a day ago. */
async function unansweredTransfer(fault = 'error-after'): Promise<string> {
  const id = await addPayout(providerStore.store, seller);
  await admin.api.send(calls.sendPayout, { params: { id } });
  providerStore.faults.bkash.addAll({ calls: [{ kind: fault, on: 'payment/b2cPayment' }] });
  await expect(transfer(id)).rejects.toMatchObject(unclear);
  return id;
}

async function waitADay(id: string): Promise<void> {
  await sql`update payouts set transfer_at = transfer_at - interval '24 hours' where id = ${id}`.execute(
    providerStore.store.db,
  );
}

test('a transfer without an answer never fails by time alone: its money is paid out once [P16]', async () => {
  const id = await unansweredTransfer();
  for (const unsent of [undefined, true]) await expect(failed(id, unsent)).rejects.toMatchObject(unclear);
  await waitADay(id);
  await expect(failed(id)).rejects.toMatchObject(unclear);
  await expect(transfer(id)).rejects.toMatchObject(unclear);
  expect(await findSellerBalance(providerStore.store.db, seller.id)).toBe(0);
  const reference = await providerStore.transferOf((await shown(id, 'sent'))?.number ?? '');
  expect(await admin.api.send(calls.confirmPayout, { params: { id }, body: { reference } })).toEqual({ state: 'paid' });
  expect((await verify()).differences).toEqual([]);
});

test('one admin alone states with a reason that bKash does not list it, and it fails', async () => {
  const id = await unansweredTransfer('error-before');
  await waitADay(id);
  expect(await failed(id, true)).toEqual({ state: 'failed' });
  expect(await shown(id, 'failed')).toMatchObject({ reason: 'It is not in the list' });
});

test('of two admins one states it and the other one confirms; until then the money stays [P16]', async () => {
  const other = await providerStore.store.as('admin');
  const id = await unansweredTransfer('error-before');
  await waitADay(id);
  for (const _ of [1, 2]) expect(await failed(id, true)).toEqual({ state: 'sent' });
  expect(await failures(id)).toEqual([admin.id]);
  await expect(failed(id, undefined, other)).rejects.toMatchObject(unclear);
  const stated = { reason: 'It is not in the list', isOwn: true };
  expect(await shown(id, 'sent')).toMatchObject({ unsent: stated });
  expect(await shown(id, 'sent', other)).toMatchObject({ mayClose: true, unsent: { ...stated, isOwn: false } });
  expect(await failed(id, true, other)).toEqual({ state: 'failed' });
  expect(await failures(id)).toEqual([admin.id, other.id]);
});

test('nobody but two admins states and confirms it, each once, and not the one whose payout it is [P16]', async () => {
  const other = await providerStore.store.as('admin');
  const id = await unansweredTransfer('error-before');
  for (const who of [admin, other]) await expect(failed(id, true, who)).rejects.toMatchObject(unclear);
  await waitADay(id);
  for (const who of [seller, providerStore.buyer])
    await expect(failed(id, true, who)).rejects.toMatchObject({ status: 403 });
  const visitor = await providerStore.store.app.inject({
    method: 'POST',
    url: `/api/payouts/${id}/failed`,
    payload: {},
  });
  expect(visitor.statusCode).toBe(401);
  const become = (role: string) =>
    sql`update user_roles set role = ${role} where user_id = ${seller.id}`.execute(providerStore.store.db);
  await become('admin');
  try {
    await expect(failed(id, true, seller)).rejects.toMatchObject({ status: 403 });
    expect(await shown(id, 'sent')).not.toHaveProperty('unsent');

    const [one, two] = await Promise.all([failed(id, true), failed(id, true)]);
    expect([one, two]).toEqual([{ state: 'sent' }, { state: 'sent' }]);
    expect(await failures(id)).toEqual([admin.id]);
    await expect(failed(id, true, seller)).rejects.toMatchObject({ status: 403 });
  } finally {
    await become('seller');
  }
  expect(await failed(id, true, other)).toEqual({ state: 'failed' });
  for (const who of [admin, other]) await expect(failed(id, true, who)).rejects.toMatchObject({ status: 409 });
  await expect(transfer(id)).rejects.toMatchObject({ status: 409 });
});

test('the database refuses a failure without a statement, and a changed statement', async () => {
  const id = await unansweredTransfer('error-before');
  await waitADay(id);
  const { db } = providerStore.store;
  const close = sql`state = 'failed', reason = 'x', closed_by = ${admin.id}`;
  for (const set of [close, sql`${close}, transfer_at = null`])
    await expect(sql`update payouts set ${set} where id = ${id}`.execute(db)).rejects.toThrow(
      'a transfer fails by a statement that it was not sent',
    );
  await expect(
    sql`update payouts set unsent_by = seller_id, unsent_reason = 'x' where id = ${id}`.execute(db),
  ).rejects.toThrow('nobody_states_for_themselves');
  await sql`update payouts set unsent_by = ${admin.id}, unsent_reason = 'x' where id = ${id}`.execute(db);
  await expect(
    sql`update payouts set unsent_by = null, unsent_reason = null where id = ${id}`.execute(db),
  ).rejects.toThrow('a statement about a transfer stays');
});

test('verify-books names a paid transfer that the provider does not have, and one of another sum', async () => {
  const id = await addPayout(providerStore.store, seller);
  await admin.api.send(calls.sendPayout, { params: { id } });
  await transfer(id);
  const { number, reference } = (await shown(id, 'paid')) ?? {};
  const alter = (set: object) =>
    providerStore.faults.bkash.addAll({ calls: [{ kind: 'alter', on: 'general/searchTransaction', set, times: 9 }] });
  alter({ statusCode: '2033' });
  expect((await verify()).differences).toContain(`${number}: paid by ${reference}, which the provider does not have`);
  providerStore.faults.bkash.addAll({ clear: true });
  alter({ amount: '5.00' });
  expect((await verify()).differences).toContain(
    `${number}: paid 50000 by ${reference}, of which the provider has another sum or wallet`,
  );
  providerStore.faults.bkash.addAll({ clear: true });
  alter({ amount: 'much' });
  expect((await verify()).differences).toContain(
    `${number}: the answer of the provider about ${reference} is not understood`,
  );
});

test('verify-books names a transfer that the ledger pays from the bank', async () => {
  const id = await unansweredTransfer();
  const { db } = providerStore.store;
  const number = (await shown(id, 'sent'))?.number;
  await db.transaction().execute(async (db) => {
    await sql`update payouts set state = 'paid', reference = 'x', closed_by = ${admin.id} where id = ${id}`.execute(db);
    await sql`with booked as (insert into ledger_transactions (kind, ref, amount_poisha) values ('payout_paid', ${id}, 50000)
        returning id)
      insert into ledger_lines (transaction_id, account, amount_poisha)
        select id, ${payoutAccount(id)}, 50000 from booked union all select id, 'bank', -50000 from booked`.execute(db);
  });
  expect((await verify()).differences).toContain(`${number}: the ledger has another account for its payment`);
});
