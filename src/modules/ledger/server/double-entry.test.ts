import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { verifyBooks } from '#modules/payments/server/reconciliation-report.ts';
import { transaction } from '#platform/database/database.ts';
import { cardClient } from '../../../../tests/support/card-client.ts';
import { endSale } from '../../../../tests/support/money.ts';
import { openSales, type PaidBooking, type Sales } from '../../../../tests/support/sales.ts';
import { openTestStore, type TestStore } from '../../../../tests/support/test-store.ts';
import type { AccountLine } from '../contract.ts';
import { BANK, FEES, heldAccount, LOSSES, move, payoutAccount, providerAccount, sellerAccount } from '../rules.ts';
import { correctHeld, findSellerBalance, insertTransaction, releaseSale } from './service.ts';
import { selectBalances } from './store.ts';

const PRICE_POISHA = 650_000;
const FEE_POISHA = 30_000;

let store: TestStore;
let sales: Sales;
let sale: PaidBooking;
let held: string;
let terms: { bookingId: string; sellerId: string; feePoisha: number };
beforeAll(async () => {
  store = await openTestStore();
  sales = await openSales(store, cardClient(store));
});
afterAll(() => store.close());
beforeEach(async () => {
  sale = await sales.sell();
  held = heldAccount(sale.bookingId);
  terms = { bookingId: sale.bookingId, sellerId: sales.seller.id, feePoisha: FEE_POISHA };
});

const balanceOf = async (account: string) => (await selectBalances(store.db, [account])).get(account) ?? 0;
const seller = () => findSellerBalance(store.db, sales.seller.id);
const release = () =>
  transaction(store.db, async (db) => {
    await endSale(db, sale.bookingId);
    return releaseSale(db, terms);
  });
const level = (ref: string, fromSeller = true) =>
  transaction(store.db, (db) => correctHeld(db, terms, { ref, fromSeller }));
let payouts = 0;
const payout = async (amount: number) => {
  payouts += 1;
  const id = String(payouts);
  const lines = move(amount, payoutAccount(id), sellerAccount(sales.seller.id));
  expect(await insertTransaction(store.db, { kind: 'payout', ref: id, lines })).toBe(true);
  return id;
};
/** The lines of a booking, in the order of their transactions. */
async function linesOf(bookingId: string): Promise<string[]> {
  const { rows } = await sql<{
    line: string;
  }>`select t.kind || ' ' || split_part(l.account, ':', 1) || ' ' || l.amount_poisha as line
    from ledger_transactions t join ledger_lines l on l.transaction_id = t.id
    where t.booking_id = ${bookingId} order by t.id, l.account`.execute(store.db);
  return rows.map(({ line }) => line);
}

describe('a captured payment', () => {
  test('is held for its booking, in two lines', async () => {
    expect(await linesOf(sale.bookingId)).toEqual([
      `capture held ${-PRICE_POISHA}`,
      `capture provider ${PRICE_POISHA}`,
    ]);
    expect(await balanceOf(held)).toBe(PRICE_POISHA);
  });

  test('is released once: to the seller less the fee', async () => {
    const before = await seller();
    expect(await release()).toBe(PRICE_POISHA);
    expect(await release()).toBe(0);
    expect((await seller()) - before).toBe(PRICE_POISHA - FEE_POISHA);
    expect(await balanceOf(held)).toBe(0);
    expect((await linesOf(sale.bookingId)).slice(2)).toEqual([
      `release fees ${-FEE_POISHA}`,
      `release held ${PRICE_POISHA}`,
      `release seller ${FEE_POISHA - PRICE_POISHA}`,
    ]);
  });

  test('is released once by two releases at the same time', async () => {
    const before = await seller();
    const released = await Promise.all([release(), release(), release()]);
    expect(released.toSorted()).toEqual([0, 0, PRICE_POISHA]);
    expect((await seller()) - before).toBe(PRICE_POISHA - FEE_POISHA);
  });
});

describe('a payout', () => {
  test('leaves the seller once, and comes back when it fails', async () => {
    await release();
    const before = await seller();
    const id = await payout(1000);
    const again = move(1000, payoutAccount(id), sellerAccount(sales.seller.id));
    expect(await insertTransaction(store.db, { kind: 'payout', ref: id, lines: again })).toBe(false);
    expect(await seller()).toBe(before - 1000);
    expect(await balanceOf(payoutAccount(id))).toBe(1000);
    const back = move(1000, sellerAccount(sales.seller.id), payoutAccount(id));
    await insertTransaction(store.db, { kind: 'payout_failed', ref: id, lines: back });
    expect(await seller()).toBe(before);
    const paid = move(1000, BANK, payoutAccount(id));
    await expect(insertTransaction(store.db, { kind: 'payout_paid', ref: id, lines: paid })).rejects.toThrow(
      'below zero',
    );
  });

  test('of more than the seller has is refused', async () => {
    await expect(payout((await seller()) + 1)).rejects.toThrow('below zero');
  });

  test('cannot be made twice of the same money, by two at the same time', async () => {
    await release();
    const all = await seller();
    const results = await Promise.allSettled([payout(all), payout(all)]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await seller()).toBe(0);
  });
});

describe('money that a bank or the provider takes after the release', () => {
  const chargeback = async (ref: string, back = false) => {
    const { id } = await store.db
      .selectFrom('payments')
      .select('id')
      .where('intent', '=', sale.intent)
      .executeTakeFirstOrThrow();
    const [from, to] = back ? [held, providerAccount('stripe')] : [providerAccount('stripe'), held];
    const kind = back ? 'chargeback_reversed' : 'chargeback';
    const lines = move(PRICE_POISHA, from, to);
    await transaction(store.db, async (db) => {
      await insertTransaction(db, { kind, bookingId: sale.bookingId, paymentId: id, ref, lines });
      await correctHeld(db, terms, { ref: `${kind} ${ref}`, fromSeller: true });
    });
  };

  test('comes from the seller and the fee, and goes back there', async () => {
    const before = await seller();
    await release();
    await chargeback('dp_1');
    expect(await seller()).toBe(before);
    expect((await linesOf(sale.bookingId)).slice(-3)).toEqual([
      `take_back fees ${FEE_POISHA}`,
      `take_back held ${-PRICE_POISHA}`,
      `take_back seller ${PRICE_POISHA - FEE_POISHA}`,
    ]);
    await chargeback('dp_1', true);
    await release();
    expect((await seller()) - before).toBe(PRICE_POISHA - FEE_POISHA);
  });

  test('is the store’s loss as far as the seller is paid out, and repays that first', async () => {
    await release();
    await payout((await seller()) - 1000);
    await chargeback('dp_2');
    expect(await seller()).toBe(0);
    const lost = PRICE_POISHA - FEE_POISHA - 1000;
    expect(await linesOf(sale.bookingId)).toContain(`take_back losses ${lost}`);
    await chargeback('dp_2', true);
    await release();
    expect(await seller()).toBe(1000);
    expect(await linesOf(sale.bookingId)).toContain(`release losses ${-lost}`);
  });

  test('is the store’s loss when the payment made no sale', async () => {
    const before = await seller();
    await release();
    const { id } = await store.db
      .selectFrom('payments')
      .select('id')
      .where('intent', '=', sale.intent)
      .executeTakeFirstOrThrow();
    await transaction(store.db, async (db) => {
      const lines = move(500, providerAccount('stripe'), held);
      await insertTransaction(db, { kind: 'chargeback', bookingId: sale.bookingId, paymentId: id, ref: 'dp_3', lines });
      await correctHeld(db, terms, { ref: 'dp_3', fromSeller: false });
    });
    expect((await seller()) - before).toBe(PRICE_POISHA - FEE_POISHA);
    expect(await linesOf(sale.bookingId)).toContain(`take_back ${LOSSES} 500`);
  });
});

test('the captured money is held, released or returned after every act, to the poisha [P15]', async () => {
  const { id: paymentId } = await store.db
    .selectFrom('payments')
    .select('id')
    .where('intent', '=', sale.intent)
    .executeTakeFirstOrThrow();
  const [bookingId, stripe] = [sale.bookingId, providerAccount('stripe')];
  const entry = (kind: 'refund' | 'refund_failed' | 'by_hand', ref: string, lines: AccountLine[]) => async () => {
    await transaction(store.db, async (db) => {
      await insertTransaction(db, { kind, bookingId, paymentId, ref, lines });
      await correctHeld(db, terms, { ref: `${kind} ${ref}`, fromSeller: true });
    });
  };
  const acts = [
    entry('refund', 're_1', move(7, stripe, held)),
    release,
    release,
    () => payout(FEE_POISHA),
    entry('refund', 're_2', move(11, stripe, held)),
    entry('refund_failed', 're_2', move(11, held, stripe)),
    release,
    entry('by_hand', 'Receipt 1', move(13, BANK, held)),
    async () => payout(await seller()),
    entry('refund', 're_3', move(PRICE_POISHA - 20, stripe, held)),
  ];
  for (const act of acts) {
    await act();
    const { rows } = await sql<{ captured: number; elsewhere: number }>`
      select sum(amount_poisha) filter (where kind = 'capture') as captured,
        sum(case when kind in ('release', 'refund', 'by_hand') then amount_poisha
          when kind in ('take_back', 'refund_failed') then -amount_poisha end) as elsewhere
      from ledger_transactions where booking_id = ${bookingId}`.execute(store.db);
    const [sums] = rows;
    expect(Number(sums?.elsewhere ?? 0) + (await balanceOf(held))).toBe(Number(sums?.captured));
  }
  const { differences } = await verifyBooks(store.db, store.providers);
  expect(differences.filter((difference) => difference.startsWith('held, released and returned'))).toEqual([]);
});

describe('the database', () => {
  const correct = (lines: { account: string; amount: number }[], ref: string = crypto.randomUUID()) =>
    insertTransaction(store.db, { kind: 'correction', ref, lines });

  test('refuses lines that do not sum to zero, a single line, and none', async () => {
    const [one, other] = move(500, BANK, FEES);
    const uneven = [
      { account: BANK, amount: 500 },
      { account: FEES, amount: -499 },
    ];
    for (const lines of [uneven, one ? [one] : [], other ? [other] : []])
      await expect(correct(lines)).rejects.toThrow(/balance|check/);
  });

  test('refuses accounts that a kind of transaction does not move, and those of another booking', async () => {
    const other = await sales.sell();
    for (const lines of [move(5, FEES, held), move(5, heldAccount(other.bookingId), providerAccount('stripe'))]) {
      const { id } = await store.db
        .selectFrom('payments')
        .select('id')
        .where('intent', '=', sale.intent)
        .executeTakeFirstOrThrow();
      const booked = { kind: 'refund', bookingId: sale.bookingId, paymentId: id, ref: 're_1', lines } as const;
      await expect(insertTransaction(store.db, booked)).rejects.toThrow('does not move these accounts');
    }
    await expect(correct(move(5, 'pocket', FEES))).rejects.toThrow('ledger_lines_account_check');
  });

  test('refuses to change, delete or extend a transaction', async () => {
    for (const table of ['ledger_transactions', 'ledger_lines']) {
      await expect(sql`update ${sql.table(table)} set amount_poisha = 1`.execute(store.db)).rejects.toThrow(
        'append-only',
      );
      await expect(sql`delete from ${sql.table(table)}`.execute(store.db)).rejects.toThrow('append-only');
    }
    await expect(sql`update ledger_balances set balance_poisha = 1`.execute(store.db)).rejects.toThrow('follows');
    const extend = sql`insert into ledger_lines (transaction_id, account, amount_poisha)
      select max(id), account, amount from ledger_transactions, (values ('bank', 5), ('losses', -5)) as line (account, amount)
      group by account, amount`.execute(store.db);
    await expect(extend).rejects.toThrow('do not balance');
  });

  test('books nothing twice', async () => {
    const lines = move(5, BANK, FEES);
    expect(await correct(lines, 'once')).toBe(true);
    expect(await correct(lines, 'once')).toBe(false);
  });

  test('refuses that a booking holds less than nothing, or less than is due back', async () => {
    await release();
    await expect(correct(move(1, BANK, held))).rejects.toThrow(/below zero|less than is due/);
    const due = transaction(store.db, async (db) => {
      await db.updateTable('payments').set({ state: 'refund_due' }).where('intent', '=', sale.intent).execute();
    });
    await expect(due).rejects.toThrow('holds less than is due back');
  });

  test('refuses that a sale ends while its money is held', async () => {
    const end = transaction(store.db, async (db) => {
      await db.updateTable('bookings').set({ state: 'refunded' }).where('id', '=', sale.bookingId).execute();
    });
    await expect(end).rejects.toThrow('has ended and holds money');
    await level('nothing');
    expect(await balanceOf(held)).toBe(PRICE_POISHA);
  });
});
