import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listAuditEntries } from '#modules/audit/contract.ts';
import { deleteUser } from '#modules/identity/contract.ts';
import { addAdmin } from '#modules/identity/server/service.ts';
import { BANK, payoutAccount, sellerAccount } from '#modules/ledger/rules.ts';
import { addAccount, addPayout, giveMoney } from '../../../../tests/support/money.ts';
import { untilIdle } from '../../../../tests/support/rows.ts';
import { openTestStore, type Person, type TestStore } from '../../../../tests/support/test-store.ts';
import * as calls from '../contract.ts';
import * as adminCalls from '../payouts.contract.ts';

let store: TestStore;
let admin: Person;
beforeAll(async () => {
  store = await openTestStore();
  admin = await store.as('admin', 'Nasreen Haque');
});
afterAll(() => store.close());

const request = (who: Person, query: { last?: 'true' } = {}) => who.api.send(calls.requestPayout, { query });
const earnings = (who: Person) => who.api.send(calls.getEarnings, {});
const send = (id: string, who = admin) => who.api.send(adminCalls.sendPayout, { params: { id } });
const paid = (id: string, reference = 'CFT26326 0091', who = admin) =>
  who.api.send(adminCalls.confirmPayout, { params: { id }, body: { reference } });
const failed = (id: string, reason = 'Account closed', who = admin) =>
  who.api.send(adminCalls.failPayout, { params: { id }, body: { reason } });
const list = async (state: 'due' | 'sent' | 'paid' | 'failed', who = admin) =>
  (await who.api.send(adminCalls.listPayouts, { query: { state } })).items;
/** Returns the demo's outbox, once every e-mail is sent. */
const outbox = async () => {
  await untilIdle(store.db);
  return (await store.app.inject('/sandbox/outbox/')).body;
};
const balance = async (account: string) => {
  const { rows } = await sql<{ sum: number }>`
    select coalesce(-sum(amount_poisha), 0)::bigint as sum from ledger_lines where account = ${account}`.execute(
    store.db,
  );
  return rows[0]?.sum;
};

describe('a payout on request', () => {
  test('takes the whole balance, in the ledger too [17.3]', async () => {
    const seller = await store.as('seller');
    await giveMoney(store, seller, 7150.5);
    await addAccount(store, seller);
    const made = await request(seller);
    expect(made).toMatchObject({ acknowledged: true, amount: 7150.5, number: expect.stringMatching(/^P-\d{6}$/) });
    expect(await balance(sellerAccount(seller.id))).toBe(0);
    expect(await balance(payoutAccount(made.insertedId))).toBe(715_050);
    expect(await earnings(seller)).toMatchObject({
      available: 0,
      paidOut: 0,
      payouts: [{ number: made.number, amount: 7150.5, state: 'due' }],
    });
  });

  test('of ten concurrent requests one is made, and the others are refused [17.3 P16]', async () => {
    const seller = await store.as('seller');
    await giveMoney(store, seller, 500);
    await addAccount(store, seller);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        request(seller).then(
          () => 'made',
          ({ problem }) => problem.title,
        ),
      ),
    );
    expect(answers.sort()).toEqual(['made', ...Array(9).fill('nothing')]);
    expect(await balance(sellerAccount(seller.id))).toBe(0);
  });

  test.each([
    ['nothing available', 0, true, 'nothing'],
    ['Tk 99.99', 99.99, true, 'below-minimum'],
    ['no account', 100, false, 'no-account'],
  ])('with %s is refused', async (_case, tk, hasAccount, code) => {
    const seller = await store.as('seller');
    if (tk > 0) await giveMoney(store, seller, tk);
    if (hasAccount) await addAccount(store, seller);
    await expect(request(seller)).rejects.toMatchObject({ status: 409, problem: { title: code } });
    expect(await balance(sellerAccount(seller.id))).toBe(Math.round(tk * 100));
  });

  test('of Tk 100 is made', async () => {
    const seller = await store.as('seller');
    await giveMoney(store, seller, 100);
    await addAccount(store, seller);
    expect(await request(seller)).toMatchObject({ amount: 100 });
  });

  test('waits for a day after the account was changed', async () => {
    const seller = await store.as('seller');
    await giveMoney(store, seller, 300);
    await addAccount(store, seller);
    const body = { kind: 'bkash' as const, bkash: '01811000482', bkashAgain: '01811000482', password: seller.password };
    const { payableFrom } = await seller.api.send(calls.changePayoutAccount, { body });
    expect(Date.parse(payableFrom) - Date.now()).toBeGreaterThan(23.9 * 3_600_000);
    await expect(request(seller)).rejects.toMatchObject({ status: 409, problem: { title: 'account-on-hold' } });
    expect((await earnings(seller)).account).toMatchObject({ number: '01811•••482', isOnHold: true });
  });

  test('the last one has no minimum, and needs nothing for sale', async () => {
    const seller = await store.as('seller');
    await giveMoney(store, seller, 12);
    await addAccount(store, seller);
    await expect(request(seller)).rejects.toMatchObject({ problem: { title: 'below-minimum' } });
    expect(await request(seller, { last: 'true' })).toMatchObject({ amount: 12 });
  });

  test('keeps the account of its request', async () => {
    const seller = await store.as('seller');
    const id = await addPayout(store, seller);
    await addAccount(store, seller, '01911000999');
    const row = (await list('due')).find(({ _id }) => _id === id);
    expect(row?.target).toEqual({ kind: 'bkash', number: '01711•••482' });
    await expect(sql`update payouts set account = '01911000999' where id = ${id}`.execute(store.db)).rejects.toThrow(
      'a payout goes to the account of its request',
    );
  });
});

describe('an admin', () => {
  test('sends a payout once, and confirms it with the reference of the bank; the seller sees it and is told [17.4]', async () => {
    const seller = await store.as('seller');
    const id = await addPayout(store, seller, 800);
    expect(await send(id)).toEqual({ state: 'sent' });
    await expect(send(id)).rejects.toMatchObject({ status: 409, problem: { title: 'payout-sent' } });
    const [shown] = (await list('sent')).filter(({ _id }) => _id === id);
    expect(shown).toMatchObject({ target: { number: '01711000482' }, amount: 800, mayClose: true });
    const other = await store.as('admin');
    const [masked] = (await list('sent', other)).filter(({ _id }) => _id === id);
    expect(masked?.target?.number).toBe('01711•••482');
    const bank = Number(await balance(BANK));
    expect(await paid(id)).toEqual({ state: 'paid' });
    expect(await balance(payoutAccount(id))).toBe(0);
    expect(Number(await balance(BANK)) - bank).toBe(80_000);
    expect((await list('paid'))[0]).toMatchObject({ _id: id, reference: 'CFT26326 0091' });
    expect(await earnings(seller)).toMatchObject({ paidOut: 800, payouts: [{ state: 'paid' }] });
    expect(await outbox()).toMatch(
      new RegExp(`Tk\\s800 was sent to your payout account \\(bKash\\)\\. Number ${shown?.number}\\.`),
    );
    const acts = (await admin.api.send(listAuditEntries, {})).items.slice(0, 2);
    expect(acts.map(({ act, targetName }) => [act, targetName])).toEqual([
      ['confirm-payout', shown?.number],
      ['send-payout', shown?.number],
    ]);
  });

  test('marks a payout as failed: the money is available again, with the reason', async () => {
    const seller = await store.as('seller');
    const id = await addPayout(store, seller, 800);
    await send(id);
    expect(await failed(id)).toEqual({ state: 'failed' });
    expect(await earnings(seller)).toMatchObject({
      available: 800,
      payouts: [{ state: 'failed', reason: 'Account closed' }],
    });
    expect(await outbox()).toContain('did not arrive: Account closed');
    expect(await request(seller)).toMatchObject({ amount: 800 });
  });

  test('cannot confirm a payout that was not sent, nor change a closed one', async () => {
    const seller = await store.as('seller');
    const id = await addPayout(store, seller);
    await expect(paid(id)).rejects.toMatchObject({ status: 409, problem: { title: 'payout-due' } });
    await send(id);
    await paid(id);
    for (const again of [send, paid, failed])
      await expect(again(id)).rejects.toMatchObject({ status: 409, problem: { title: 'payout-paid' } });
    const nobodys = crypto.randomUUID();
    for (const unknown of [send, paid, failed]) await expect(unknown(nobodys)).rejects.toMatchObject({ status: 404 });
  });

  test('of concurrent confirmations and failures one takes effect [P16]', async () => {
    const id = await addPayout(store, await store.as('seller'));
    await send(id);
    const answers = await Promise.all(
      [paid(id), failed(id), paid(id, 'other'), failed(id, 'other')].map((one) =>
        one.then(
          () => 'done',
          (problem) => problem.status,
        ),
      ),
    );
    expect(answers.filter((answer) => answer === 'done')).toHaveLength(1);
    expect(await balance(payoutAccount(id))).toBe(0);
  });

  test('reads how many are due and sent, with their sums', async () => {
    const before = await admin.api.send(adminCalls.summarizePayouts, {});
    await addPayout(store, await store.as('seller'), 111);
    const id = await addPayout(store, await store.as('seller'), 222);
    await send(id);
    const after = await admin.api.send(adminCalls.summarizePayouts, {});
    expect([after.due.count - before.due.count, after.due.amount - before.due.amount]).toEqual([1, 111]);
    expect([after.sent.count - before.sent.count, after.sent.amount - before.sent.amount]).toEqual([1, 222]);
  });
});

describe('the database refuses', () => {
  test('a payout without its ledger entry [P16]', async () => {
    const { id } = await store.as('seller');
    await expect(
      sql`insert into payouts (seller_id, amount_poisha, kind, account) values (${id}, 100, 'bkash', '01711000482')`.execute(
        store.db,
      ),
    ).rejects.toThrow('a payout that the ledger does not have');
  });

  test('to close a payout without its ledger entry, to change its sum, and to delete it', async () => {
    const id = await addPayout(store, await store.as('seller'));
    await send(id);
    await expect(
      sql`update payouts set state = 'paid', reference = 'x', closed_by = ${admin.id} where id = ${id}`.execute(
        store.db,
      ),
    ).rejects.toThrow('a payout that the ledger does not have');
    await expect(sql`update payouts set amount_poisha = 1 where id = ${id}`.execute(store.db)).rejects.toThrow(
      'the facts of a payout do not change',
    );
    await expect(sql`delete from payouts where id = ${id}`.execute(store.db)).rejects.toThrow();
  });
});

test('a seller with money becomes an admin only after it is paid out', async () => {
  const seller = await store.as('seller');
  const add = () => addAdmin(store.db, seller.email);
  await giveMoney(store, seller, 400);
  await addAccount(store, seller);
  expect(await add()).toBe('trading');
  const { insertedId: id } = await request(seller);
  expect(await add()).toBe('trading');
  await send(id);
  expect(await add()).toBe('trading');
  await paid(id);
  expect(await add()).toBe('added');
});

describe('the deletion of a seller', () => {
  const erase = ({ id }: Person) => admin.api.send(deleteUser, { params: { id } });

  test('waits while money is available or on its way, and then forgets the account [17.7]', async () => {
    const seller = await store.as('seller');
    await giveMoney(store, seller, 400);
    await addAccount(store, seller);
    await expect(erase(seller)).rejects.toMatchObject({ status: 409, problem: { title: 'money-available' } });
    const { insertedId: id } = await request(seller);
    await expect(erase(seller)).rejects.toMatchObject({ status: 409, problem: { title: 'payout-open' } });
    await send(id);
    await expect(erase(seller)).rejects.toMatchObject({ status: 409, problem: { title: 'payout-open' } });
    await paid(id);
    await erase(seller);
    const { rows } = await sql<{ account: string | null }>`select account from payouts where id = ${id}`.execute(
      store.db,
    );
    expect(rows).toEqual([{ account: null }]);
    expect((await sql`select from payout_accounts where user_id = ${seller.id}`.execute(store.db)).rows).toEqual([]);
    expect((await list('paid')).find(({ _id }) => _id === id)).toMatchObject({ sellerName: '', amount: 400 });
  });
});
