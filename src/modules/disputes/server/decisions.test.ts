import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { denyReceived, handOver } from '#modules/handover/contract.ts';
import { differencesLater } from '../../../../tests/support/sales.ts';
import { openTestStore, type Person, type TestStore } from '../../../../tests/support/test-store.ts';
import { listDisputes } from '../contract.ts';
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

/** A dispute that waits for a decision. */
async function toDecide() {
  const disputed = await open.dispute(1500);
  await open.answer(disputed.id, { answer: 'refuse', text: WORDS });
  await open.reply(disputed.id, 'decide');
  return disputed;
}

describe('a decision', () => {
  test('is an admin’s, with a reason that both read; the money waits seven days for an appeal [18.4]', async () => {
    const { id, bookingId } = await toDecide();
    await expect(open.decide(id, admin, { reason: 'Because.' })).rejects.toMatchObject({ status: 400 });
    await expect(open.decide(id, admin, { outcome: 'part' })).rejects.toMatchObject({ status: 400 });
    await expect(open.decide(id, admin, { outcome: 'part', amount: 6500 })).rejects.toMatchObject({ status: 400 });
    await expect(open.decide(id, admin, { withReturn: true })).rejects.toMatchObject({ status: 400 });
    expect(await open.decide(id, admin, { outcome: 'part', amount: 1200 })).toEqual({ state: 'appeal' });
    for (const side of [buyer, seller]) {
      const seen = await open.see(id, side);
      expect(seen.thread.at(-1)).toMatchObject({ kind: 'decision', by: 'store', text: WORDS, amount: 1200 });
      expect(seen.mayAppeal).toBe(true);
    }
    expect((await open.balances(bookingId)).held).toBe(PRICE_POISHA);
    await open.pass(id);
    await open.applyDeadlines();
    await vi.waitFor(async () => expect(await open.bookingOf(bookingId)).toBe('partly_refunded'), 10_000);
    await vi.waitFor(async () => expect((await open.balances(bookingId)).held).toBe(0), 10_000);
  });

  test('without a written reason ends no dispute, neither by a call nor in the database [P19]', async () => {
    const { id } = await toDecide();
    for (const reason of ['', ' '.repeat(40), 'Too short.'])
      await expect(open.decide(id, admin, { reason })).rejects.toMatchObject({ status: 400 });
    const wordless = sql`update disputes set state = 'appeal', until = now(), outcome = 'none', amount_poisha = 0,
      with_return = false, settled_by = 'store', decisions = 1, decided_by = ${admin.id}, decided_at = now(),
      appeal_until = now() where id = ${id}`.execute(store.db);
    await expect(wordless).rejects.toThrow('a decision without a reason');
    const empty = sql`insert into dispute_words (dispute_id, kind, by, text, facts)
      values (${id}, 'decision', 'store', '', '{}')`.execute(store.db);
    await expect(empty).rejects.toThrow('decision_has_reason');
    for (const side of [buyer, seller]) expect((await open.see(id, side)).state).toBe('decision');
    await open.decide(id, admin, {});
    for (const side of [buyer, seller])
      expect((await open.see(id, side)).thread.at(-1)).toMatchObject({ kind: 'decision', text: WORDS });
  });

  test('with a return waits for it, then the money goes back', async () => {
    const { id, bookingId, intent } = await toDecide();
    expect(await open.decide(id, admin, { outcome: 'refund', withReturn: true })).toEqual({ state: 'return' });
    expect(await open.returned(id, seller)).toEqual({ state: 'closed' });
    expect(await open.bookingOf(bookingId)).toBe('refunded');
    await vi.waitFor(async () => expect(await open.client.refunded(intent)).toBe(PRICE_POISHA), 10_000);
  });

  test('with a return again after the seller’s appeal, an admin decides about an item that was only said to be brought', async () => {
    const { id, bookingId } = await toDecide();
    const other = await store.as('admin', 'Rumana Islam');
    await open.decide(id, admin, { outcome: 'refund', withReturn: true });
    await open.appeal(id, seller);
    await open.decide(id, other, { outcome: 'refund', withReturn: true });
    await open.returned(id, buyer);
    await open.pass(id, 100_000);
    // By the clock, before a job ran.
    expect((await open.see(id, admin)).state).toBe('decision');
    expect(await open.bookingOf(bookingId)).toBe('disputed');
    expect(await open.decide(id, admin, { outcome: 'none' })).toEqual({ state: 'appeal' });
    await sql`delete from user_roles where user_id = ${other.id}`.execute(store.db);
  });

  test('is appealed once by each side, and another admin decides the appeal', async () => {
    const { id, bookingId } = await toDecide();
    await open.decide(id, admin, { outcome: 'none' });
    await expect(open.appeal(id, seller)).rejects.toMatchObject(refusal('no-appeal'));
    expect(await open.appeal(id, buyer)).toEqual({ state: 'decision' });
    const other = await store.as('admin', 'Rumana Islam');
    expect((await open.see(id, admin)).mayDecide).toBe(false);
    await expect(open.decide(id, admin, { outcome: 'none' })).rejects.toMatchObject(refusal('own-decision'));
    expect(await open.decide(id, other, { outcome: 'part', amount: 1000 })).toEqual({ state: 'appeal' });
    await expect(open.appeal(id, buyer)).rejects.toMatchObject(refusal('no-appeal'));
    await open.appeal(id, seller);
    // Nobody may appeal any more: it is carried out at once.
    expect(await open.decide(id, admin, { outcome: 'part', amount: 900 })).toEqual({ state: 'closed' });
    expect(await open.bookingOf(bookingId)).toBe('partly_refunded');
    await vi.waitFor(async () => expect(await differencesLater(store)).toEqual([]), 10_000);
    await sql`delete from user_roles where user_id = ${other.id}`.execute(store.db);
  });

  test('an only admin decides the appeal of their own decision', async () => {
    const { id } = await toDecide();
    await open.decide(id, admin, { outcome: 'none' });
    await open.appeal(id, buyer);
    expect(await open.decide(id, admin, { outcome: 'none' })).toEqual({ state: 'closed' });
  });

  test('is appealed within its time only', async () => {
    const { id } = await toDecide();
    await open.decide(id, admin, { outcome: 'none' });
    await open.pass(id);
    await expect(open.appeal(id, buyer)).rejects.toMatchObject(refusal('no-appeal'));
  });
});

test('an item that the buyer kept by a decision stays sold when the whole payment goes back later', async () => {
  const sold = await open.sell();
  const { bookingId, intent } = sold;
  await seller.api.send(handOver, { params: { bookingId }, body: { withoutCode: true } });
  await buyer.api.send(denyReceived, { params: { id: bookingId } });
  const { items } = await buyer.api.send(listDisputes, { query: { booking: bookingId } });
  const id = items[0]?._id ?? '';
  await open.answer(id, { answer: 'refuse', text: WORDS });
  await open.reply(id, 'decide');
  await open.decide(id, admin, {});
  await open.pass(id);
  await open.applyDeadlines();
  await vi.waitFor(async () => expect(await open.bookingOf(bookingId)).toBe('completed'), 10_000);
  await open.client.refund(intent);
  await vi.waitFor(
    async () => expect(await open.stateOf(sold)).toMatchObject({ booking: 'refunded', product: 'sold' }),
    10_000,
  );
  expect(await differencesLater(store)).toEqual([]);
});
