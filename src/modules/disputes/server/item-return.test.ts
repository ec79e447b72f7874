import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestStore, type Person, type TestStore } from '../../../../tests/support/test-store.ts';
import * as calls from '../contract.ts';
import { openDisputes, WORDS } from './disputes.fixtures.ts';

let store: TestStore;
let open: Awaited<ReturnType<typeof openDisputes>>;
let buyer: Person;
let seller: Person;
beforeAll(async () => {
  store = await openTestStore();
  open = await openDisputes(store);
  ({ buyer, seller } = open);
});
afterAll(() => store.close());

test('a buyer who says at the last moment that they brought the item leaves the seller time to contradict', async () => {
  const { id } = await open.dispute();
  await open.answer(id, {});
  await sql`update disputes set until = now() + interval '2 seconds' where id = ${id}`.execute(store.db);
  expect(await open.returned(id, buyer)).toEqual({ state: 'return' });
  const seen = await open.see(id, seller);
  expect(new Date(seen.until ?? 0).getTime()).toBeGreaterThan(Date.now() + 71 * 3_600_000);
  expect(await open.appeal(id, seller)).toEqual({ state: 'decision' });
});

describe('a seller who contradicts a buyer that brought the item', () => {
  test('of an agreed return leaves the buyer their own words, once', async () => {
    const { id } = await open.dispute();
    await open.answer(id, {});
    await open.returned(id, buyer);
    await open.appeal(id, seller);
    expect(await open.see(id, buyer)).toMatchObject({ state: 'decision', mayAppeal: true });
    expect((await open.see(id, buyer)).appealUntil).toBeUndefined();
    expect(await open.appeal(id, buyer)).toEqual({ state: 'decision' });
    for (const side of [buyer, seller]) expect((await open.see(id, side)).mayAppeal).toBe(false);
    await expect(open.appeal(id, buyer)).rejects.toMatchObject({ status: 409 });
  });

  test('may do so until the deadline of the return, after the seven days too; the buyer then has the time of an answer', async () => {
    const { id } = await open.dispute();
    await open.answer(id, { answer: 'refuse', text: WORDS });
    await open.reply(id, 'decide');
    await open.decide(id, await store.as('admin'), { outcome: 'refund', withReturn: true });
    await sql`update disputes set appeal_until = now() + interval '1 hour', until = now() + interval '1 hour' where id = ${id}`.execute(
      store.db,
    );
    expect((await open.see(id, seller)).appealUntil).toBe((await open.see(id, seller)).until);
    await open.returned(id, buyer);
    const brought = await open.see(id, seller);
    expect([brought.mayAppeal, brought.appealUntil]).toEqual([true, brought.until]);
    await sql`update disputes set appeal_until = now() - interval '1 minute' where id = ${id}`.execute(store.db);
    expect((await open.see(id, seller)).appealUntil).toBe(brought.until);
    await open.appeal(id, seller);
    const { mayAppeal, appealUntil = '' } = await open.see(id, buyer);
    expect(mayAppeal).toBe(true);
    expect(Date.parse(appealUntil)).toBeGreaterThan(Date.now() + 71 * 3_600_000);
    expect(await open.appeal(id, buyer)).toEqual({ state: 'decision' });
  });
});

test('while a return is due, and no longer, both sides see the other’s phone; an admin sees none', async () => {
  const { id } = await open.dispute();
  expect((await open.see(id, buyer)).phone).toBeUndefined();
  await open.answer(id, {});
  for (const side of [buyer, seller]) expect((await open.see(id, side)).phone).toMatch(/^01\d{9}$/);
  expect((await open.see(id, await store.as('admin'))).phone).toBeUndefined();
  await open.returned(id, seller);
  for (const side of [buyer, seller]) expect((await open.see(id, side)).phone).toBeUndefined();
});

describe('the code of a return', () => {
  test('a repeat of a request gets its first answer, and is no second try [P7]', async () => {
    const { id } = await open.dispute();
    await open.answer(id, {});
    const { returnCode = '' } = await open.see(id, seller);
    const send = (code: string, idempotencyKey: string) =>
      buyer.api.send(calls.returnItem, { params: { id }, body: { code } }, { idempotencyKey });
    const wrong = returnCode === '123456' ? '123457' : '123456';
    for (const _repeat of [1, 2])
      await expect(send(wrong, 'wrong-1')).rejects.toMatchObject({ status: 422, problem: { left: 4 } });
    for (const _repeat of [1, 2]) expect(await send(returnCode, 'right-1')).toEqual({ state: 'closed' });
  });

  test('five wrong ones within 15 minutes lock the entry [P17]', async () => {
    const { id } = await open.dispute();
    await open.answer(id, {});
    const { returnCode = '' } = await open.see(id, seller);
    const wrong = returnCode === '123456' ? '123457' : '123456';
    for (const left of [4, 3, 2, 1])
      await expect(open.returned(id, buyer, wrong)).rejects.toMatchObject({ status: 422, problem: { left } });
    await expect(open.returned(id, buyer, wrong)).rejects.toMatchObject({ status: 429 });
    await expect(open.returned(id, buyer, returnCode)).rejects.toMatchObject({ status: 429 });
    expect(await open.returned(id, seller)).toEqual({ state: 'closed' });
  });
});
