import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listAuditEntries } from '#modules/audit/contract.ts';
import { payoutAccount, providerAccount } from '#modules/ledger/rules.ts';
import { addPayout, giveMoney, restAccount } from '../../../../tests/support/money.ts';
import { openProviderStore } from '../../../../tests/support/provider-store.ts';
import { openTestStore, type Person } from '../../../../tests/support/test-store.ts';
import { changePayoutAccount, requestPayout } from '../contract.ts';
import * as calls from '../payouts.contract.ts';

const logged: string[] = [];
let providerStore: Awaited<ReturnType<typeof openProviderStore>>;
let seller: Person;
let admin: Person;
beforeAll(async () => {
  providerStore = await openProviderStore({ LOG_LEVEL: 'error' }, { log: { write: (line) => void logged.push(line) } });
  ({ seller, admin } = providerStore);
});
afterAll(() => providerStore.close());
beforeEach(() => providerStore.faults.bkash.addAll({ clear: true }));

const fault = (kind: string, set = {}) =>
  providerStore.faults.bkash.addAll({ calls: [{ kind, on: 'payment/b2cPayment', set }] });
const transfer = (id: string, who = admin) => who.api.send(calls.transferPayout, { params: { id } });
const paid = (id: string, reference: string) =>
  admin.api.send(calls.confirmPayout, { params: { id }, body: { reference } });
const failed = (id: string) =>
  admin.api.send(calls.failPayout, { params: { id }, body: { reason: 'It did not arrive' } });
const shown = async (id: string, state: 'sent' | 'paid' | 'failed') =>
  (await admin.api.send(calls.listPayouts, { query: { state } })).items.find(({ _id }) => _id === id);
const balance = async (account: string) => {
  const { rows } = await sql<{ sum: number }>`
    select coalesce(-sum(amount_poisha), 0)::bigint as sum from ledger_lines where account = ${account}`.execute(
    providerStore.store.db,
  );
  return Number(rows[0]?.sum);
};
const refused = (title: string, status = 409) => ({ status, problem: { title } });

async function sentPayout(tk?: number): Promise<string> {
  const id = await addPayout(providerStore.store, seller, tk);
  await admin.api.send(calls.sendPayout, { params: { id } });
  return id;
}

describe('an admin', () => {
  test('sends a payout by bKash: it is paid with the number of the transfer, from the money at bKash [17.9]', async () => {
    const id = await sentPayout(800);
    expect(await shown(id, 'sent')).toMatchObject({ mayTransfer: true, isTransferring: false });
    const before = await balance(providerAccount('bkash'));
    expect(await transfer(id)).toEqual({ state: 'paid' });
    expect((await shown(id, 'paid'))?.reference).toMatch(/^[0-9A-Z]{10}$/i);
    expect((await balance(providerAccount('bkash'))) - before).toBe(80_000);
    expect(await balance(payoutAccount(id))).toBe(0);
    const acts = (await admin.api.send(listAuditEntries, {})).items.slice(0, 2).map(({ act }) => act);
    expect(acts).toEqual(['transfer-payout', 'send-payout']);
  });

  test('of ten concurrent requests sends one [17.9 P16]', async () => {
    const id = await sentPayout();
    const before = await balance(providerAccount('bkash'));
    const answers = await Promise.allSettled(Array.from({ length: 10 }, () => transfer(id)));
    expect(answers).toContainEqual({ status: 'fulfilled', value: { state: 'paid' } });
    expect((await balance(providerAccount('bkash'))) - before).toBe(50_000);
    expect(await balance(payoutAccount(id))).toBe(0);
  });

  test('cannot send one that is due, paid, unknown, or goes to a bank', async () => {
    const due = await addPayout(providerStore.store, seller);
    await expect(transfer(due)).rejects.toMatchObject(refused('payout-due'));
    const id = await sentPayout();
    await paid(id, 'CFT26326 0092');
    await expect(transfer(id)).rejects.toMatchObject(refused('payout-paid'));
    const others = await sentPayout();
    const other = await providerStore.store.as('admin');
    await expect(transfer(others, other)).rejects.toMatchObject(refused('another-admin', 403));
    await expect(transfer(crypto.randomUUID())).rejects.toMatchObject({ status: 404 });
    const bank = {
      bank: 'City Bank',
      branch: 'Gulshan',
      routing: '060261726',
      account: '060123456741',
      holder: 'Salma',
    };
    const body = { kind: 'bank' as const, ...bank, password: seller.password };
    await giveMoney(providerStore.store, seller, 200);
    await seller.api.send(changePayoutAccount, { body });
    await restAccount(providerStore.store, seller);
    const toBank = (await seller.api.send(requestPayout, {})).insertedId;
    await admin.api.send(calls.sendPayout, { params: { id: toBank } });
    await expect(transfer(toBank)).rejects.toMatchObject(refused('not-a-wallet'));
  });

  test.each(['late', 'error-after', 'cut-after'])(
    'gets no answer (%s) once, and nothing is sent again [P16]',
    async (kind) => {
      const id = await sentPayout();
      providerStore.faults.bkash.addAll({ calls: [{ kind, on: 'payment/b2cPayment', delay: 6000 }] });
      await expect(transfer(id)).rejects.toMatchObject(refused('transfer-unclear'));
      await expect(transfer(id)).rejects.toMatchObject(refused('transfer-unclear'));
      await expect(failed(id)).rejects.toMatchObject(refused('transfer-unclear'));
      expect(await shown(id, 'sent')).toMatchObject({ mayTransfer: false, isTransferring: true });
    },
  );

  test('finds code and number of a transfer with an unexpected state in the log, and no phone', async () => {
    const id = await sentPayout();
    logged.length = 0;
    fault('alter', { transactionStatus: 'Pending Authorized' });
    await expect(transfer(id)).rejects.toMatchObject(refused('transfer-unclear'));
    const number = (await shown(id, 'sent'))?.number ?? '';
    const line = logged.find((one) => one.includes('A transfer has no clear answer')) ?? '';
    const trxID = await providerStore.transferOf(number);
    for (const told of [number, trxID, '0000', 'Pending Authorized']) expect(line).toContain(told);
    expect(line).not.toMatch(/01\d{9}/);
  });

  test('confirms a transfer without an answer by its number, which bKash is asked about', async () => {
    const [one, other] = [await sentPayout(300), await sentPayout(300)];
    fault('alter', { trxID: '' });
    await expect(transfer(one)).rejects.toMatchObject(refused('transfer-unclear'));
    await transfer(other);
    const used = (await shown(other, 'paid'))?.reference ?? '';
    for (const wrong of ['AAAAAAAAAA', used])
      await expect(paid(one, wrong)).rejects.toMatchObject(refused('another-transfer'));
    const real = await providerStore.transferOf((await shown(one, 'sent'))?.number ?? '');
    providerStore.faults.bkash.addAll({ calls: [{ kind: 'cut-before', on: 'general/searchTransaction' }] });
    await expect(paid(one, real)).rejects.toMatchObject({ status: 503 });
    expect(await paid(one, real)).toEqual({ state: 'paid' });
    await expect(
      sql`update payouts set reference = ${used} where id = ${one}`.execute(providerStore.store.db),
    ).rejects.toThrow('payouts_by_transfer');
  });

  test('sends it again, or pays it by hand, when bKash refused: nothing was sent', async () => {
    const id = await sentPayout();
    fault('alter', { statusCode: '2023', statusMessage: 'Insufficient Balance' });
    await expect(transfer(id)).rejects.toMatchObject(refused('transfer-refused'));
    expect(await shown(id, 'sent')).toMatchObject({ mayTransfer: true, isTransferring: false });
  });

  test('has no wallet in a new bank file where bKash pays them', async () => {
    const office = await providerStore.store.as('admin');
    await office.api.send(calls.sendPayout, { params: { id: await addPayout(providerStore.store, seller) } });
    await expect(office.api.send(calls.makePayoutFile, {})).rejects.toMatchObject(refused('none-for-file'));
  });

  test('downloads a wallet that an earlier file has, and closes it: none is stuck [P16]', async () => {
    const [one, other] = [await sentPayout(), await sentPayout()];
    const madeAt = new Date(0).toISOString();
    await sql`update payouts set exported_at = ${madeAt} where id in (${one}, ${other})`.execute(
      providerStore.store.db,
    );
    const headers = { authorization: `Bearer ${admin.token}` };
    const url = `/api/payouts/sent.csv?madeAt=${madeAt}`;
    const { body } = await providerStore.store.app.inject({ url, headers });
    for (const id of [one, other]) expect(body).toContain((await shown(id, 'sent'))?.number);
    expect(await paid(one, 'by hand')).toEqual({ state: 'paid' });
    expect(await failed(other)).toEqual({ state: 'failed' });
  });

  test('cannot send one by bKash that a bank file has [P16]', async () => {
    const id = await sentPayout();
    await sql`update payouts set exported_at = now() where id = ${id}`.execute(providerStore.store.db);
    expect(await shown(id, 'sent')).toMatchObject({ mayTransfer: false });
    await expect(transfer(id)).rejects.toMatchObject(refused('in-bank-file'));
  });

  const NO_CODE = { kind: 'alter', on: 'payment/b2cPayment', set: { statusCode: '' } };

  test('gets an answer without a code: bKash is asked about the transaction that it names', async () => {
    const id = await sentPayout();
    providerStore.faults.bkash.addAll({ calls: [NO_CODE] });
    expect(await transfer(id)).toEqual({ state: 'paid' });
    expect((await shown(id, 'paid'))?.reference).toMatch(/^[0-9A-Z]{10}$/i);
  });

  test.each([
    { kind: 'alter', set: { amount: '5.00' } },
    { kind: 'alter', set: { customerMsisdn: '01999999999' } },
    { kind: 'alter', set: { statusCode: '2033' } },
    { kind: 'error-before' },
    { kind: 'refuse', times: 2 },
  ])('gets an answer without a code, and none that proves it (%o): nothing is sent again', async (proof) => {
    const id = await sentPayout();
    providerStore.faults.bkash.addAll({ calls: [NO_CODE, { ...proof, on: 'general/searchTransaction' }] });
    await expect(transfer(id)).rejects.toMatchObject(refused('transfer-unclear'));
    await expect(transfer(id)).rejects.toMatchObject(refused('transfer-unclear'));
    expect(await shown(id, 'sent')).toMatchObject({ mayTransfer: false, isTransferring: true });
  });

  test('needs no second try after bKash refused the token with the status 401', async () => {
    const id = await sentPayout();
    fault('refuse');
    expect(await transfer(id)).toEqual({ state: 'paid' });
  });

  test('learns that nothing was sent when bKash refuses two tokens by the status', async () => {
    const id = await sentPayout();
    providerStore.faults.bkash.addAll({ calls: [{ kind: 'refuse', on: 'payment/b2cPayment', times: 2 }] });
    await expect(transfer(id)).rejects.toMatchObject(refused('transfer-refused'));
  });

  test('learns that nothing was sent when bKash gives no token', async () => {
    const id = await sentPayout();
    providerStore.faults.bkash.addAll({
      calls: [
        { kind: 'alter', on: 'payment/b2cPayment', set: { statusCode: '2079' } },
        { kind: 'error-before', on: 'token/refresh' },
        { kind: 'error-before', on: 'token/grant' },
      ],
    });
    await expect(transfer(id)).rejects.toMatchObject(refused('transfer-refused'));
  });
});

test('no admin sends, transfers or closes their own payout [17.9]', async () => {
  const due = await addPayout(providerStore.store, seller);
  const sent = await sentPayout();
  const { db } = providerStore.store;
  await sql`update user_roles set role = 'admin' where user_id = ${seller.id}`.execute(db);
  try {
    const own = refused('own-payout', 403);
    await expect(seller.api.send(calls.sendPayout, { params: { id: due } })).rejects.toMatchObject(own);
    await expect(transfer(sent, seller)).rejects.toMatchObject(own);
    await expect(
      seller.api.send(calls.confirmPayout, { params: { id: sent }, body: { reference: 'x' } }),
    ).rejects.toMatchObject(own);
    await expect(
      seller.api.send(calls.failPayout, { params: { id: sent }, body: { reason: 'x' } }),
    ).rejects.toMatchObject(own);
    await expect(
      sql`update payouts set state = 'sent', sent_by = seller_id where id = ${due}`.execute(db),
    ).rejects.toThrow('nobody_pays_themselves');
  } finally {
    await sql`update user_roles set role = 'seller' where user_id = ${seller.id}`.execute(db);
  }
});

test('the database refuses a second beginning, and a failure while the transfer may arrive', async () => {
  const id = await sentPayout();
  fault('error-before');
  await expect(transfer(id)).rejects.toMatchObject(refused('transfer-unclear'));
  await expect(
    sql`update payouts set transfer_at = now() + interval '1 hour' where id = ${id}`.execute(providerStore.store.db),
  ).rejects.toThrow('a transfer begins once');
  await expect(
    sql`update payouts set state = 'failed', reason = 'x', closed_by = ${admin.id} where id = ${id}`.execute(
      providerStore.store.db,
    ),
  ).rejects.toThrow('may still arrive');
});

test('without the agreement with bKash no payout can be sent by it', async () => {
  const keys = {
    BKASH_APP_KEY: 'app-key',
    BKASH_APP_SECRET: 'app-secret',
    BKASH_USERNAME: 'shop',
    BKASH_PASSWORD: 'word',
  };
  const store = await openTestStore({ BKASH_BASE: 'http://127.0.0.1:9', ...keys });
  try {
    const office = await store.as('admin');
    const id = await addPayout(store, await store.as('seller'));
    await office.api.send(calls.sendPayout, { params: { id } });
    const { items } = await office.api.send(calls.listPayouts, { query: { state: 'sent' } });
    expect(items[0]).toMatchObject({ mayTransfer: false });
    await expect(transfer(id, office)).rejects.toMatchObject(refused('no-transfers'));
  } finally {
    await store.close();
  }
});
