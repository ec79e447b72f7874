import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { answerDispute, openDispute } from '#modules/disputes/contract.ts';
import { confirmReceived } from '#modules/handover/contract.ts';
import { BANK, sellerAccount } from '#modules/ledger/rules.ts';
import { openCardSales } from '../../../../tests/support/card-sales.ts';
import { addAccount, completeSale, giveMoney } from '../../../../tests/support/money.ts';
import { untilIdle } from '../../../../tests/support/rows.ts';
import { differencesLater } from '../../../../tests/support/sales.ts';
import type { Person } from '../../../../tests/support/test-store.ts';
import { getEarnings, getStatement, requestPayout } from '../contract.ts';
import { confirmPayout, failPayout, sendPayout } from '../payouts.contract.ts';
import { adjacentMonth, monthOf } from '../rules.ts';

const { store, client, admin, sales } = await openCardSales();
beforeAll(() => addAccount(store, sales.seller));
afterAll(() => store.close());

/** The entries of a seller, in Tk: all, those of bookings, those of payouts that are not open. */
async function entriesOf({ id }: Person) {
  const { rows } = await sql<Record<'available' | 'earned' | 'paidOut', number>>`
    select coalesce(-sum(l.amount_poisha), 0)::float / 100 as available,
      coalesce(-sum(l.amount_poisha) filter (where t.booking_id is not null), 0)::float / 100 as earned,
      coalesce(sum(l.amount_poisha) filter (where t.kind like 'payout%'), 0)::float / 100
        - (select coalesce(sum(amount_poisha), 0)::float / 100 from payouts where seller_id = ${id} and state in ('due', 'sent')) as "paidOut"
    from ledger_lines l join ledger_transactions t on t.id = l.transaction_id
    where l.account = ${sellerAccount(id)}`.execute(store.db);
  return rows[0];
}

/** The sums that the seller reads, in Tk. */
async function shownTo({ api }: Person) {
  const { available, paidOut, months } = await api.send(getEarnings, {});
  const { closing } = await api.send(getStatement, { query: { month: monthOf(new Date()) } });
  expect(closing).toBe(available);
  return { available, earned: months.reduce((sum, { earned }) => sum + earned, 0), paidOut };
}

const pay = async () => {
  const { insertedId: id, amount } = await sales.seller.api.send(requestPayout, {});
  await admin.api.send(sendPayout, { params: { id } });
  return { id, amount };
};
const completed = async () => {
  const sale = await sales.sell();
  await completeSale(store, sales.buyer, sale.bookingId);
  return sale;
};

test('the sums of a seller are those of the entries, after each act on a sale and a payout [P15]', async () => {
  const { seller, buyer } = sales;
  const acts: Record<string, () => Promise<unknown>> = {
    'a payment': () => sales.sell(),
    'two releases': () => Promise.all([completed(), completed()]),
    'a refund after the release': async () => {
      const sale = await completed();
      await client.refund(sale.intent, 100_000);
      await vi.waitFor(async () => expect((await sales.stateOf(sale)).ledger).toContain('refund 100000'), 15_000);
    },
    'a part that goes back by agreement': async () => {
      const { bookingId } = await sales.sell();
      await buyer.api.send(confirmReceived, { params: { id: bookingId } });
      const claim = {
        reason: 'damaged',
        text: 'One runner is cracked at its end.',
        want: 'part',
        amount: 500,
      } as const;
      const { insertedId: id } = await buyer.api.send(openDispute, { params: { id: bookingId }, body: claim });
      await seller.api.send(answerDispute, { params: { id }, body: { answer: 'accept' } });
    },
    'a correction': () => giveMoney(store, seller, 40),
    'an open payout': pay,
    'a failed payout': async () => {
      await completed();
      const { id } = await pay();
      await admin.api.send(failPayout, { params: { id }, body: { reason: 'Account closed' } });
    },
    'a paid payout': async () => {
      const { id } = await pay();
      await admin.api.send(confirmPayout, { params: { id }, body: { reference: 'CFT26326 0091' } });
    },
  };
  const seen = [];
  for (const [act, make] of Object.entries(acts)) {
    await make();
    await untilIdle(store.db);
    expect([act, await shownTo(seller)]).toEqual([act, await entriesOf(seller)]);
    expect([act, await differencesLater(store)]).toEqual([act, []]);
    seen.push(await shownTo(seller));
  }
  expect(seen.map(({ earned }) => earned)).toEqual([0, 13_000, 18_500, 24_500, 24_500, 24_500, 31_000, 31_000]);
  expect(seen.map(({ paidOut }) => paidOut)).toEqual([0, 0, 0, 0, 0, 0, 0, 6500]);
});

test('each statement begins with the sum of all entries before, also of entries that are booked later', async () => {
  const who = await store.as('seller');
  const month = monthOf(new Date());
  const earlier = [adjacentMonth(month, -1), adjacentMonth(adjacentMonth(month, -1), -1)] as const;
  const add = (
    at: string,
    poisha: number,
  ) => sql`with t as (insert into ledger_transactions (kind, ref, amount_poisha, at)
      values ('correction', ${crypto.randomUUID()}, ${sql.lit(poisha)}, ${at}::timestamp at time zone 'Asia/Dhaka') returning id)
    insert into ledger_lines (transaction_id, account, amount_poisha)
    select id, account, amount from t, (values (${BANK}, ${sql.lit(poisha)}), (${sellerAccount(who.id)}, ${sql.lit(-poisha)})) as l (account, amount)`;
  await giveMoney(store, who, 1);
  await add(`${earlier[0]}-02 09:00`, 2000).execute(store.db);
  await add(`${earlier[1]}-03 09:00`, 30_000).execute(store.db);
  await add(`${earlier[0]}-01 00:00`, 400_000).execute(store.db);
  await giveMoney(store, who, 2);
  const statement = async (month: string) => {
    const { opening, closing, entries } = await who.api.send(getStatement, { query: { month } });
    return [opening, entries.map(({ amount }) => amount), closing];
  };
  expect(await statement(adjacentMonth(earlier[1], -1))).toEqual([0, [], 0]);
  expect(await statement(earlier[1])).toEqual([0, [300], 300]);
  expect(await statement(earlier[0])).toEqual([300, [4000, 20], 4320]);
  expect(await statement(month)).toEqual([4320, [1, 2], 4323]);
  expect(await statement(adjacentMonth(month, 1))).toEqual([4323, [], 4323]);
  expect(await differencesLater(store)).toEqual([]);
});

test('a sum changes by entries only, and verify-books finds a wrong one', async () => {
  const who = await store.as('seller');
  await giveMoney(store, who, 5);
  const account = sellerAccount(who.id);
  const change = () => sql`update ledger_months set payouts_poisha = 1 where account = ${account}`.execute(store.db);
  await expect(change()).rejects.toThrow('follows from the lines');
  await sql`alter table ledger_months disable trigger user`.execute(store.db);
  await change();
  expect(await differencesLater(store)).toEqual([
    `the sums of a month are not those of its lines: ${account} ${monthOf(new Date())}-01`,
  ]);
});
