import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openDispute } from '#modules/disputes/contract.ts';
import { confirmReceived } from '#modules/handover/contract.ts';
import { type Db, transaction } from '#platform/database/database.ts';
import { cardClient } from '../../../../tests/support/card-client.ts';
import { endSale } from '../../../../tests/support/money.ts';
import { differencesLater, openSales, type PaidBooking, type Sales } from '../../../../tests/support/sales.ts';
import { openTestStore, type Person, type TestStore } from '../../../../tests/support/test-store.ts';
import { heldAccount, move, sellerAccount } from '../rules.ts';
import { insertTransaction } from './service.ts';

const PRICE_POISHA = 650_000;

let store: TestStore;
let sales: Sales;
let sale: PaidBooking;
let other: Person;
beforeAll(async () => {
  store = await openTestStore();
  sales = await openSales(store, cardClient(store));
  other = await store.as('seller');
});
afterAll(() => store.close());
beforeEach(async () => {
  sale = await sales.sell();
});

const receive = () => sales.buyer.api.send(confirmReceived, { params: { id: sale.bookingId } });
const STATES = {
  paid: async () => undefined,
  handed_over: receive,
  disputed: async () => {
    await receive();
    const body = { reason: 'damaged' as const, text: 'The left wheel is broken off.', want: 'refund' as const };
    await sales.buyer.api.send(openDispute, { params: { id: sale.bookingId }, body });
  },
};
const toSeller = (sellerId: string) => move(PRICE_POISHA, sellerAccount(sellerId), heldAccount(sale.bookingId));
const release = (db: Db, sellerId: string) =>
  insertTransaction(db, { kind: 'release', bookingId: sale.bookingId, lines: toSeller(sellerId) });

describe.each(Object.entries(STATES))('while a sale is %s, the database refuses', (state, reach) => {
  beforeEach(async () => void (await reach()));

  test('a release of its money, to its own seller or to another one [P15]', async () => {
    await expect(release(store.db, sales.seller.id)).rejects.toThrow(`is ${state} and its money is not released`);
    await expect(release(store.db, other.id)).rejects.toThrow('goes to its own seller only');
  });

  test('a correction that takes its money', async () => {
    for (const id of [sales.seller.id, other.id])
      await expect(
        insertTransaction(store.db, { kind: 'correction', bookingId: sale.bookingId, ref: 'x', lines: toSeller(id) }),
      ).rejects.toThrow(`is ${state} and does not hold its money`);
  });

  test('another seller', async () => {
    await expect(
      sql`update bookings set seller_id = ${other.id} where id = ${sale.bookingId}`.execute(store.db),
    ).rejects.toThrow('the facts of a booking do not change');
  });
});

test('a sale is not completed before its inspection ends', async () => {
  await receive();
  await expect(
    sql`update bookings set state = 'completed' where id = ${sale.bookingId}`.execute(store.db),
  ).rejects.toThrow('before its inspection ends');
});

test('the money of an ended sale is released to its own seller only', async () => {
  const end = (sellerId: string) =>
    transaction(store.db, async (db) => {
      await endSale(db, sale.bookingId);
      await release(db, sellerId);
    });
  await expect(end(other.id)).rejects.toThrow('goes to its own seller only');
  await end(sales.seller.id);
});

test('verify-books names each of these faults', async () => {
  const [released, corrected, early] = [sale, await sales.sell(), await sales.sell()];
  sale = early;
  await receive();
  const triggers = [
    'ledger_transactions disable trigger transaction_is_balanced',
    'ledger_lines disable trigger line_is_balanced',
    'ledger_balances disable trigger held_fits_booking',
    'bookings disable trigger booking_moves, disable trigger held_fits_booking',
  ];
  for (const one of triggers) await sql.raw(`alter table ${one}`).execute(store.db);
  sale = released;
  await release(store.db, other.id);
  sale = corrected;
  const taken = { kind: 'correction', bookingId: corrected.bookingId, ref: 'x' } as const;
  await insertTransaction(store.db, { ...taken, lines: toSeller(sales.seller.id) });
  await sql`update bookings set state = 'completed' where id = ${early.bookingId}`.execute(store.db);
  for (const one of triggers) await sql.raw(`alter table ${one.replaceAll('disable', 'enable')}`).execute(store.db);
  const differences = await differencesLater(store);
  expect(differences).toContain(
    `an open sale does not hold its captured amount less its returns: ${corrected.bookingId}`,
  );
  expect(differences).toContain(`money of an open sale was released: ${released.bookingId}`);
  expect(differences).toContain(`money of a sale went to another seller: ${released.bookingId}`);
  expect(differences).toContain(`a sale was completed before its inspection ended: ${early.bookingId}`);
});
