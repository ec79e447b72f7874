import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bookProduct, getBooking } from '#modules/bookings/contract.ts';
import { addProduct, deleteMyProduct, listByCategory } from '#modules/catalogue/contract.ts';
import { aCategory, aProduct } from '#modules/catalogue/server/fixtures.ts';
import { deleteUser } from '#modules/identity/contract.ts';
import { createPaymentIntent, recordPayment } from '#modules/payments/contract.ts';
import { cardClient } from '../../../../tests/support/card-client.ts';
import { openTestStore, type Person, type TestStore } from '../../../../tests/support/test-store.ts';
import { decideOnReports, listMyReports, listReportedItems, reportProduct } from '../contract.ts';

let store: TestStore;
let admin: Person;
let seller: Person;
let buyer: Person;
let categoryId: string;

beforeAll(async () => {
  store = await openTestStore();
  admin = await store.as('admin');
  [seller, buyer] = [await store.as('seller', 'Sadia Karim'), await store.as('buyer', 'Ayesha Rahman')];
  categoryId = await aCategory(store.db);
});
afterAll(() => store.close());

const REASON = 'The pram in the picture is not the one that is sold.';
const list = async (productName = 'Coach pram') =>
  (await seller.api.send(addProduct, { body: aProduct(categoryId, { productName }) })).insertedId;
const report = (who: Person, productId: string, reason = REASON) =>
  who.api.send(reportProduct, { body: { productId, reason } });
const decide = (productId: string, decision: 'keep' | 'remove') =>
  admin.api.send(decideOnReports, { params: { productId }, body: { decision } });
const caseOf = async (productId: string, state: 'open' | 'done' = 'open') =>
  (await admin.api.send(listReportedItems, { query: { state } })).items.find((one) => one.itemId === productId);
const outcomeFor = async (who: Person, productId: string) =>
  (await who.api.send(listMyReports, {})).items.find((one) => one.itemId === productId)?.outcome;
async function bookAndPay(productId: string) {
  const body = { itemId: productId, phone: '01712345678', location: 'Mirpur' };
  const { insertedId: bookingId } = await buyer.api.send(bookProduct, { body });
  const secret = await buyer.api.send(createPaymentIntent, { body: { bookingId, itemPrice: 6500 } });
  await buyer.api.send(recordPayment, { body: { bookingId, transactionId: await cardClient(store).pay(secret) } });
}

describe('reporting a product', () => {
  test('shows it to the admin, with reasons, first names and the seller [1.6]', async () => {
    const [itemId, other] = [await list('Odd pram'), await store.as('seller', 'Tanvir Ahmed')];
    await report(buyer, itemId);
    expect(await report(other, itemId, 'It was stolen from my neighbour.')).toMatchObject({
      acknowledged: true,
      message: 'Thank you. We will tell you what we decide.',
    });
    const found = await caseOf(itemId);
    expect(found).toMatchObject({ itemName: 'Odd pram', sellerName: 'Sadia Karim', status: 'unsold', count: 2 });
    expect(found?.reasons.map(({ reporter, reason }) => [reporter, reason])).toEqual([
      ['Tanvir', 'It was stolen from my neighbour.'],
      ['Ayesha', REASON],
    ]);
    expect(JSON.stringify(found)).not.toMatch(/@|Rahman/);
  });

  test('counts once for each person, and says so when repeated, at once or later', async () => {
    const itemId = await list();
    const answers = await Promise.all([report(buyer, itemId), report(buyer, itemId), report(buyer, itemId)]);
    const again = await report(buyer, itemId);
    expect(new Set([...answers, again].map((one) => one.insertedId)).size).toBe(1);
    expect(again.message).toBe('Already reported. See My Reports.');
    expect((await caseOf(itemId))?.count).toBe(1);
    await decide(itemId, 'keep');
    await report(buyer, itemId);
    expect(await caseOf(itemId)).toBeUndefined();
  });

  test('requires a reason of 10 to 500 characters', async () => {
    const itemId = await list();
    for (const reason of ['', '   short  ', 'x'.repeat(501), 'with a\0null in it'])
      await expect(report(buyer, itemId, reason), reason).rejects.toMatchObject({
        status: 400,
        problem: { errors: expect.arrayContaining([expect.objectContaining({ field: 'reason' })]) },
      });
    expect(await report(buyer, itemId, 'x'.repeat(500))).toMatchObject({ acknowledged: true });
  });

  test('is refused for a removed product and for an own product', async () => {
    const gone = await list();
    await seller.api.send(deleteMyProduct, { params: { id: gone } });
    await expect(report(buyer, gone)).rejects.toMatchObject({ status: 404 });
    await expect(report(buyer, randomUUID())).rejects.toMatchObject({ status: 404 });
    await expect(report(seller, await list())).rejects.toMatchObject({ status: 409 });
  });
});

describe('an admin', () => {
  test('keeps a product: it stays, the case is closed, the reporter sees the outcome', async () => {
    const itemId = await list();
    await report(buyer, itemId);
    expect(await outcomeFor(buyer, itemId)).toBe('open');
    expect(await decide(itemId, 'keep')).toEqual({ modifiedCount: 1 });
    expect(await caseOf(itemId)).toBeUndefined();
    expect(await caseOf(itemId, 'done')).toMatchObject({ decision: 'keep', status: 'unsold', count: 1 });
    expect(await outcomeFor(buyer, itemId)).toBe('kept');
    const { items } = await buyer.api.send(listByCategory, { params: { categoryId } });
    expect(items.map((one) => one._id)).toContain(itemId);
  });

  test('removes a product: an unpaid booking ends, and all reporters see the outcome', async () => {
    const [itemId, other] = [await list(), await store.as('buyer')];
    const body = { itemId, phone: '01712345678', location: 'Mirpur' };
    const { insertedId: id } = await buyer.api.send(bookProduct, { body });
    await report(buyer, itemId);
    await report(other, itemId);
    expect(await decide(itemId, 'remove')).toEqual({ modifiedCount: 2 });
    const { items } = await buyer.api.send(listByCategory, { params: { categoryId } });
    expect(items.map((one) => one._id)).not.toContain(itemId);
    expect(await buyer.api.send(getBooking, { params: { id } })).toMatchObject({ state: 'cancelled' });
    expect([await outcomeFor(buyer, itemId), await outcomeFor(other, itemId)]).toEqual(['removed', 'removed']);
  });

  test('cannot remove a paid product; its reports stay open', async () => {
    const itemId = await list();
    await report(buyer, itemId);
    await bookAndPay(itemId);
    await expect(decide(itemId, 'remove')).rejects.toMatchObject({
      status: 409,
      message: 'Paid items cannot be removed.',
    });
    expect(await caseOf(itemId)).toMatchObject({ status: 'sold', count: 1 });
    expect(await decide(itemId, 'keep')).toEqual({ modifiedCount: 1 });
  });

  test('closes the reports of a product that its seller has removed meanwhile', async () => {
    const itemId = await list();
    await report(buyer, itemId);
    await seller.api.send(deleteMyProduct, { params: { id: itemId } });
    expect(await caseOf(itemId)).toMatchObject({ status: 'removed' });
    expect(await decide(itemId, 'remove')).toEqual({ modifiedCount: 1 });
  });

  test('decides only on reported products, and only once', async () => {
    const itemId = await list();
    await expect(decide(itemId, 'remove')).rejects.toMatchObject({ status: 404 });
    const { items } = await buyer.api.send(listByCategory, { params: { categoryId } });
    expect(items.map((one) => one._id)).toContain(itemId);
    await report(buyer, itemId);
    await decide(itemId, 'keep');
    await expect(decide(itemId, 'keep')).rejects.toMatchObject({ status: 404 });
    await report(await store.as('buyer'), itemId);
    expect((await caseOf(itemId))?.count).toBe(1);
  });

  test('gets open and closed cases page by page, without a gap', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 26; n += 1) {
      const itemId = await list(`Item ${n}`);
      await report(buyer, itemId);
      ids.unshift(itemId);
    }
    const read = async (state: 'open' | 'done') => {
      const first = await admin.api.send(listReportedItems, { query: { state } });
      const second = await admin.api.send(listReportedItems, { query: { state, cursor: first.next } });
      expect(first.items).toHaveLength(24);
      return [...first.items, ...second.items].map((one) => one.itemId).slice(0, 26);
    };
    expect(await read('open')).toEqual(ids);
    for (const itemId of [...ids].reverse()) await decide(itemId, 'keep');
    expect(await read('done')).toEqual(ids);
    await expect(admin.api.send(listReportedItems, { query: { state: 'all' as 'open' } })).rejects.toMatchObject({
      status: 400,
    });
  });
});

test('a report remains after its reporter’s account is deleted, without name and reason [13.4]', async () => {
  const [itemId, other] = [await list(), await store.as('buyer', 'Rumana Islam')];
  await report(other, itemId);
  await admin.api.send(deleteUser, { params: { id: other.id } });
  const found = await caseOf(itemId);
  expect(found?.reasons[0]).toMatchObject({ reason: '' });
  expect(found?.reasons[0]).not.toHaveProperty('reporter');
});

test('reports of a deleted seller’s product can still be closed', async () => {
  const gone = await store.as('seller');
  const itemId = (await gone.api.send(addProduct, { body: aProduct(categoryId) })).insertedId;
  await report(buyer, itemId);
  await admin.api.send(deleteUser, { params: { id: gone.id } });
  const found = await caseOf(itemId);
  expect(found).toMatchObject({ status: 'removed', count: 1 });
  expect(found).not.toHaveProperty('sellerName');
  expect(await decide(itemId, 'remove')).toEqual({ modifiedCount: 1 });
});

test('a user’s list has the own reports only, newest first', async () => {
  const [one, two, mine] = [await list(), await list(), await store.as('buyer')];
  await report(mine, one);
  await report(mine, two);
  const { items } = await mine.api.send(listMyReports, {});
  expect(items.map((report) => report.itemId)).toEqual([two, one]);
});
