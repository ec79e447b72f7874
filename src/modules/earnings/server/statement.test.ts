import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BANK, sellerAccount } from '#modules/ledger/rules.ts';
import { addAccount, giveMoney } from '../../../../tests/support/money.ts';
import { openTestStore, type TestStore } from '../../../../tests/support/test-store.ts';
import * as calls from '../contract.ts';
import { monthOf } from '../rules.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

describe('a statement', () => {
  test('has the balance before and after a month, and what changed it in between', async () => {
    const who = await store.as('seller');
    await giveMoney(store, who, 300);
    await addAccount(store, who);
    const { number } = await who.api.send(calls.requestPayout, {});
    await giveMoney(store, who, 40);
    const month = monthOf(new Date());
    const statement = await who.api.send(calls.getStatement, { query: { month } });
    expect(statement).toMatchObject({ month, opening: 0, closing: 40, more: false });
    expect(statement.entries.map(({ kind, amount, payout, payoutKind }) => [kind, amount, payout, payoutKind])).toEqual(
      [
        ['correction', 300, undefined, undefined],
        ['payout', -300, number, 'bkash'],
        ['correction', 40, undefined, undefined],
      ],
    );
    const ids = statement.entries.map(({ _id }) => _id);
    expect(new Set(ids).size).toBe(3);
    const again = await who.api.send(calls.getStatement, { query: { month } });
    expect(again.entries.map(({ _id }) => _id)).toEqual(ids);
    const earlier = await who.api.send(calls.getStatement, { query: { month: '2020-01' } });
    expect(earlier).toMatchObject({ opening: 0, closing: 0, entries: [] });
  });

  test.each([
    ['2026-03-29 12:00+06', '2026-03', '2026-04'],
    ['2026-10-31 23:59+06', '2026-10', '2026-11'],
    ['2028-02-29 12:00+06', '2028-02', '2028-03'],
    ['2028-01-01 05:59+06', '2028-01', '2028-02'],
  ])('has the entry of %s in the month of Dhaka, and the next one begins with its balance', async (at, month, next) => {
    const who = await store.as('seller');
    await sql`with t as (insert into ledger_transactions (kind, ref, amount_poisha, at)
        values ('correction', ${crypto.randomUUID()}, 25000, ${at}) returning id)
      insert into ledger_lines (transaction_id, account, amount_poisha)
      select id, account, amount from t, (values (${BANK}, 25000), (${sellerAccount(who.id)}, -25000)) as l (account, amount)`.execute(
      store.db,
    );
    const [one, after] = [
      await who.api.send(calls.getStatement, { query: { month } }),
      await who.api.send(calls.getStatement, { query: { month: next } }),
    ];
    expect(one).toMatchObject({ opening: 0, closing: 250, entries: [{ amount: 250 }] });
    expect(after).toMatchObject({ opening: 250, closing: 250, entries: [] });
  });

  test.each(['2026-13', '2026-1', 'x', ''])('of the month %o is refused', async (month) => {
    const { api } = await store.as('seller');
    await expect(api.send(calls.getStatement, { query: { month } })).rejects.toMatchObject({ status: 400 });
  });
});
