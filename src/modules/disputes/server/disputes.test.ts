import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { denyReceived, handOver } from '#modules/handover/contract.ts';
import { sendPhoto } from '#modules/photos/server/photo.fixtures.ts';
import { untilIdle } from '../../../../tests/support/rows.ts';
import { differencesLater } from '../../../../tests/support/sales.ts';
import { openTestStore, type Person, type TestStore } from '../../../../tests/support/test-store.ts';
import * as calls from '../contract.ts';
import { openDisputes, WORDS } from './disputes.fixtures.ts';

const PRICE_POISHA = 650_000;

let store: TestStore;
let open: Awaited<ReturnType<typeof openDisputes>>;
let buyer: Person;
let seller: Person;
let admin: Person;
beforeAll(async () => {
  store = await openTestStore();
  open = await openDisputes(store);
  ({ buyer, seller } = open);
  admin = await store.as('admin', 'Nasreen Haque');
});
afterAll(() => store.close());

const refusal = (title: string) => ({ problem: { title } });

/** Runs an act, and returns by how much the seller's balance rose. */
async function earnedBy(bookingId: string, act: () => Promise<unknown>) {
  const before = await open.balances(bookingId);
  await act();
  const after = await open.balances(bookingId);
  return { held: after.held, earned: after.seller - before.seller };
}

describe('a complaint', () => {
  test('within the inspection holds the money; both sides and an admin read it, the buyer without the fee [18.1]', async () => {
    const { id, bookingId } = await open.dispute();
    expect(await open.bookingOf(bookingId)).toBe('disputed');
    const seen = await open.see(id, seller);
    expect(seen).toMatchObject({
      side: 'seller',
      reason: 'damaged',
      want: 'refund',
      state: 'answer',
      waitsFor: 'seller',
      thread: [{ kind: 'claim', by: 'buyer', text: WORDS }],
      buyerName: 'Ayesha',
    });
    expect(new Date(seen.until ?? 0).getTime()).toBeGreaterThan(Date.now() + 71 * 3_600_000);
    expect(await open.see(id, admin)).toMatchObject({ side: 'store', fee: 0 });
    expect(seen).toHaveProperty('fee', 0);
    expect(await open.see(id, buyer)).not.toHaveProperty('fee');
    for (const role of ['buyer', 'seller'] as const)
      await expect(open.see(id, await store.as(role))).rejects.toMatchObject({ status: 404 });
    expect((await open.balances(bookingId)).held).toBe(PRICE_POISHA);
  });

  test('comes before neither handover nor payment, and not after the inspection, although no job ran', async () => {
    const { bookingId } = await open.sell();
    await expect(open.complain(bookingId)).rejects.toMatchObject(refusal('not-handed-over'));
    const over = await open.handedOver();
    await sql`update bookings set inspect_until = now() where id = ${over.bookingId}`.execute(store.db);
    await expect(open.complain(over.bookingId)).rejects.toMatchObject(refusal('inspection-over'));
    await expect(open.complain(over.bookingId, {}, await store.as('buyer'))).rejects.toMatchObject({ status: 404 });
  });

  test('comes once', async () => {
    const { bookingId } = await open.dispute();
    await expect(open.complain(bookingId)).rejects.toMatchObject(refusal('disputed'));
  });

  test.each([
    { text: 'Too short.' },
    { text: 'x'.repeat(2001) },
    { reason: 'ugly' },
    { reason: 'not_received' },
    { want: 'part' },
    { want: 'part', amount: 6500 },
    { want: 'part', amount: 6500.01 },
    { want: 'part', amount: 0 },
    { want: 'part', amount: -1 },
    { want: 'part', amount: 1.005 },
    { photos: ['0190aaaa-0000-7000-8000-000000000000'] },
    { photos: Array.from({ length: 7 }, (_, n) => `0190aaaa-0000-7000-8000-00000000000${n}`) },
  ])('is refused as input: %o', async (claim) => {
    const { bookingId } = await open.handedOver();
    await expect(open.complain(bookingId, claim)).rejects.toMatchObject({ status: 400 });
    expect(await open.bookingOf(bookingId)).toBe('handed_over');
  });

  test('keeps the listing as it was at the booking', async () => {
    const { bookingId, itemId, prepared } = await open.book();
    await sql`update products set description = 'Changed after the booking' where id = ${itemId}`.execute(store.db);
    await open.record(bookingId, await open.client.pay(prepared));
    await open.handOver(bookingId);
    const { insertedId } = await open.complain(bookingId);
    const { listing } = await open.see(insertedId, buyer);
    expect(listing).toMatchObject({ price: 6500 });
    expect(listing?.description).not.toContain('Changed');
  });

  test('a buyer who contradicts a handover without the code needs no words', async () => {
    const sold = await open.sell();
    const { bookingId } = sold;
    await seller.api.send(handOver, { params: { bookingId }, body: { withoutCode: true } });
    expect(await buyer.api.send(denyReceived, { params: { id: bookingId } })).toEqual({ state: 'disputed' });
    const { items } = await buyer.api.send(calls.listDisputes, { query: { booking: bookingId } });
    expect(items).toMatchObject([{ reason: 'not_received', want: 'refund', state: 'answer' }]);
    const id = items[0]?._id ?? '';
    // There is nothing to bring back.
    expect(await open.answer(id, { answer: 'accept' })).toEqual({ state: 'closed' });
    // The seller still has the item: it is for sale again.
    expect(await open.stateOf(sold)).toMatchObject({ booking: 'refunded', product: 'unsold' });
    await vi.waitFor(async () => expect(await differencesLater(store)).toEqual([]), 10_000);
  });

  test('photos are shown by a signed address only', async () => {
    const sold = await open.handedOver();
    const photo = await open.uploadPrivate(buyer);
    await expect(open.complain(sold.bookingId, { photos: [photo] }, buyer)).resolves.toBeTruthy();
    const { items } = await seller.api.send(calls.listDisputes, { query: { booking: sold.bookingId } });
    const { thread } = await open.see(items[0]?._id ?? '', seller);
    const [address = ''] = thread[0]?.photos ?? [];
    await vi.waitFor(async () => expect((await store.app.inject(address)).statusCode).toBe(200), 15_000);
    const shown = await store.app.inject(address);
    expect(shown.headers['cache-control']).toContain('private');
    for (const wrong of [address.split('?')[0] ?? '', address.replace(/.$/, '_'), `/media/${photo}-800.webp`])
      expect((await store.app.inject(wrong)).statusCode).toBe(404);
  });

  test('shows own private photos only', async () => {
    const { bookingId } = await open.handedOver();
    const others = await open.uploadPrivate(seller);
    await expect(open.complain(bookingId, { photos: [others] })).rejects.toMatchObject({ status: 400 });
    const listed = await sendPhoto(store, seller);
    const { id } = await open.dispute();
    await expect(open.answer(id, { answer: 'refuse', text: WORDS, photos: [listed] })).rejects.toMatchObject({
      status: 400,
    });
  });
});

describe('an answer', () => {
  test('accepts a part: it goes back at once, and the seller gets the rest [18.2]', async () => {
    const { id, bookingId, intent } = await open.dispute(1500);
    const { held, earned } = await earnedBy(bookingId, async () =>
      expect(await open.answer(id, { answer: 'accept' })).toEqual({ state: 'closed' }),
    );
    expect(earned).toBe(500_000);
    expect(held === 150_000 || held === 0).toBe(true);
    expect(await open.bookingOf(bookingId)).toBe('partly_refunded');
    await vi.waitFor(async () => expect(await open.client.refunded(intent)).toBe(150_000), 10_000);
    await vi.waitFor(async () => expect((await open.balances(bookingId)).held).toBe(0), 10_000);
    await vi.waitFor(async () => expect(await differencesLater(store)).toEqual([]), 10_000);
    expect(await open.see(id, buyer)).toMatchObject({ refunded: 1500, settlement: { by: 'seller' } });
  });

  test('accepts the whole: the item comes back first, then the money [18.3]', async () => {
    const sold = await open.dispute();
    const { id, bookingId, intent } = sold;
    expect(await open.answer(id, { answer: 'accept' })).toEqual({ state: 'return' });
    expect(await open.bookingOf(bookingId)).toBe('disputed');
    expect((await open.see(id, buyer)).returnCode).toBeUndefined();
    const { returnCode = '' } = await open.see(id, seller);
    expect(await open.returned(id, buyer, returnCode)).toEqual({ state: 'closed' });
    expect(await open.stateOf(sold)).toMatchObject({ booking: 'refunded', product: 'sold' });
    await vi.waitFor(async () => expect(await open.client.refunded(intent)).toBe(PRICE_POISHA), 10_000);
    await vi.waitFor(async () => expect((await open.balances(bookingId)).held).toBe(0), 10_000);
    await vi.waitFor(async () => expect(await differencesLater(store)).toEqual([]), 10_000);
  });

  test('that accepts asks the buyer for no reply by e-mail', async () => {
    const { id } = await open.dispute(1500);
    const outbox = async () => {
      await untilIdle(store.db);
      return (await store.app.inject('/sandbox/outbox/')).body;
    };
    const countIn = (mails: string) => mails.split('Otherwise Dolna decides').length;
    const before = countIn(await outbox());
    await open.answer(id, { answer: 'accept' });
    const mails = await outbox();
    expect(mails).toContain('Sadia accepted your complaint: Coach pram');
    expect(countIn(mails)).toBe(before);
  });

  test('offers another amount, which the buyer accepts', async () => {
    const { id, bookingId } = await open.dispute(1500);
    await expect(open.answer(id, { answer: 'offer', amount: 6500, text: WORDS })).rejects.toMatchObject({
      status: 400,
    });
    await expect(open.answer(id, { answer: 'offer', amount: 800, text: '' })).rejects.toMatchObject({ status: 400 });
    expect(await open.answer(id, { answer: 'offer', amount: 800, text: WORDS })).toEqual({ state: 'reply' });
    expect(await open.see(id, buyer)).toMatchObject({ offer: 800, waitsFor: 'buyer' });
    expect(await open.reply(id, 'accept')).toEqual({ state: 'closed' });
    expect(await open.see(id, seller)).toMatchObject({ refunded: 800, settlement: { by: 'buyer' } });
    expect(await open.bookingOf(bookingId)).toBe('partly_refunded');
  });

  test('refuses; the buyer leaves it, or asks the store', async () => {
    const [left, asked] = [await open.dispute(1500), await open.dispute(1500)];
    for (const { id } of [left, asked])
      expect(await open.answer(id, { answer: 'refuse', text: WORDS })).toEqual({ state: 'reply' });
    expect(await open.reply(left.id, 'accept')).toEqual({ state: 'closed' });
    expect(await open.bookingOf(left.bookingId)).toBe('completed');
    expect(await open.reply(asked.id, 'decide')).toEqual({ state: 'decision' });
    await expect(open.reply(asked.id, 'accept')).rejects.toMatchObject(refusal('not-due'));
  });

  test('is the seller’s, and the reply the buyer’s', async () => {
    const { id } = await open.dispute(1500);
    await expect(open.answer(id, {}, await store.as('seller'))).rejects.toMatchObject({ status: 404 });
    await expect(open.reply(id, 'decide')).rejects.toMatchObject(refusal('not-due'));
    await open.answer(id, { answer: 'refuse', text: WORDS });
    await expect(open.reply(id, 'decide', await store.as('buyer'))).rejects.toMatchObject({ status: 404 });
    await expect(open.answer(id, {})).rejects.toMatchObject(refusal('not-due'));
  });
});

describe('silence', () => {
  test('of the seller accepts, although no job ran, and by the job', async () => {
    const [read, worked] = [await open.dispute(1500), await open.dispute(1500)];
    await open.pass(read.id);
    await open.pass(worked.id);
    expect(await open.see(read.id, buyer)).toMatchObject({ state: 'closed' });
    await expect(open.answer(read.id, { answer: 'refuse', text: WORDS })).rejects.toMatchObject(refusal('not-due'));
    await open.applyDeadlines();
    await vi.waitFor(async () => expect(await open.bookingOf(worked.bookingId)).toBe('partly_refunded'), 10_000);
    await vi.waitFor(async () => expect(await open.bookingOf(read.bookingId)).toBe('partly_refunded'), 10_000);
  });

  test('of the buyer asks the store', async () => {
    const { id } = await open.dispute(1500);
    await open.answer(id, { answer: 'refuse', text: WORDS });
    await open.pass(id);
    expect(await open.see(id, buyer)).toMatchObject({ state: 'decision', waitsFor: 'store' });
    const { items } = await admin.api.send(calls.listDisputes, { query: { state: 'decision' } });
    expect(items.map(({ _id }) => _id)).toContain(id);
    expect(await open.decide(id, admin, {})).toEqual({ state: 'appeal' });
  });

  test('of both in a return: a buyer who does nothing loses the claim', async () => {
    const { id, bookingId } = await open.dispute();
    await open.answer(id, {});
    await open.pass(id);
    await expect(open.returned(id, seller)).rejects.toMatchObject(refusal('not-due'));
    await open.applyDeadlines();
    await vi.waitFor(async () => expect(await open.bookingOf(bookingId)).toBe('completed'), 10_000);
    expect(await open.see(id, buyer)).toMatchObject({ refunded: 0 });
    expect((await open.balances(bookingId)).held).toBe(0);
  });

  test('of a seller, to whom the buyer brought the item, loses it; a contradiction asks the store', async () => {
    const [silent, contradicted] = [await open.dispute(), await open.dispute()];
    for (const { id } of [silent, contradicted]) {
      await open.answer(id, {});
      expect(await open.returned(id, buyer)).toEqual({ state: 'return' });
    }
    expect(await open.appeal(contradicted.id, seller)).toEqual({ state: 'decision' });
    await open.pass(silent.id);
    await open.applyDeadlines();
    await vi.waitFor(async () => expect(await open.bookingOf(silent.bookingId)).toBe('refunded'), 10_000);
    expect(await open.bookingOf(contradicted.bookingId)).toBe('disputed');
  });
});

describe('the list', () => {
  test('has own disputes only; an admin’s has all', async () => {
    const { id } = await open.dispute();
    const mine = await buyer.api.send(calls.listDisputes, { query: { state: 'open' } });
    expect(mine.items.map(({ _id }) => _id)).toContain(id);
    expect((await (await store.as('buyer')).api.send(calls.listDisputes, {})).items).toEqual([]);
    const all = await admin.api.send(calls.listDisputes, { query: { state: 'closed' } });
    expect(new Set(all.items.map(({ state }) => state))).toEqual(new Set(['closed']));
  });
});

test('words are deleted twelve months after the end; outcome and sums stay [18.5]', async () => {
  const { id } = await open.dispute(1500);
  await open.answer(id, {});
  await expect(sql`delete from dispute_words where dispute_id = ${id}`.execute(store.db)).rejects.toThrow(
    'do not change',
  );
  await sql`update dispute_words set ended_at = now() - interval '13 months' where dispute_id = ${id}`.execute(
    store.db,
  );
  await sql`select graphile_worker.add_job('tidy')`.execute(store.db);
  await vi.waitFor(async () => expect((await open.see(id, buyer)).thread).toEqual([]), 10_000);
  expect(await open.see(id, buyer)).toMatchObject({ refunded: 1500, settlement: { outcome: 'part', amount: 1500 } });
});
