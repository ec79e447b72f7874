import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { getSale } from '#modules/bookings/contract.ts';
import { openHandovers, refusal } from '../../../../tests/support/handovers.ts';

const { store, sales, seller, order, codeOf, stepsOf, enter, claim, received } = await openHandovers();
afterAll(() => store.close());

test('five wrong codes within 15 minutes lock the entry; each is recorded [P17]', async () => {
  const { bookingId } = await sales.sell();
  const code = await codeOf(bookingId);
  const wrong = code === '123456' ? '123457' : '123456';
  for (const left of [4, 3, 2, 1])
    await expect(enter(bookingId, wrong)).rejects.toMatchObject({
      status: 422,
      problem: { title: 'wrong-code', left },
    });
  await expect(enter(bookingId, wrong)).rejects.toMatchObject({ status: 429, ...refusal('too-many-codes') });
  await expect(enter(bookingId, code)).rejects.toMatchObject(refusal('too-many-codes'));
  const { rows } = await sql`select from booking_steps where booking_id = ${bookingId} and step = 'wrong_code'`.execute(
    store.db,
  );
  expect(rows).toHaveLength(5);
  expect(await stepsOf(bookingId)).not.toContain('wrong_code by seller');
  // The way out is the buyer's word.
  expect(await received(bookingId)).toEqual({ state: 'handed_over' });
});

test('the fifth wrong code says when the oldest one no longer counts', async () => {
  const { bookingId } = await sales.sell();
  await sql`insert into booking_steps (booking_id, step, by, at)
    select ${bookingId}, 'wrong_code', 'seller', now() - make_interval(mins => 14 - 2 * n, secs => 5) from generate_series(0, 3) as n`.execute(
    store.db,
  );
  const code = await codeOf(bookingId);
  const refused = await enter(bookingId, code === '123456' ? '123457' : '123456').catch((error) => error);
  expect(refused).toMatchObject({ status: 429, problem: { message: expect.stringContaining(' 1 min.') } });
  expect(refused.problem.retryAfterSeconds).toBeLessThan(60);
});

test('twenty wrong codes of a booking end its code for good [P17]', async () => {
  const { bookingId } = await sales.sell();
  await sql`insert into booking_steps (booking_id, step, by, at)
    select ${bookingId}, 'wrong_code', 'seller', now() - interval '1 hour' from generate_series(1, 19)`.execute(
    store.db,
  );
  const sale = () => seller.api.send(getSale, { params: { bookingId } });
  expect([(await order(bookingId)).codeLocked, (await sale()).codeLocked]).toEqual([undefined, undefined]);
  const code = await codeOf(bookingId);
  await enter(bookingId, code === '123456' ? '123457' : '123456').catch(() => undefined);
  await expect(enter(bookingId, code)).rejects.toMatchObject(refusal('code-locked'));
  expect(await order(bookingId)).toMatchObject({ codeLocked: true, next: { step: 'hand_over' } });
  expect((await order(bookingId)).handover).toBeUndefined();
  expect((await sale()).codeLocked).toBe(true);
  expect(await claim(bookingId)).toEqual({ state: 'paid' });
  expect(await received(bookingId)).toEqual({ state: 'handed_over' });
  expect((await sale()).codeLocked).toBeUndefined();
});

test('concurrent guesses get no more than five tries [P17]', async () => {
  const { bookingId } = await sales.sell();
  const code = await codeOf(bookingId);
  const guesses = Array.from({ length: 12 }, (_, n) =>
    String(Number(code[0]) === 9 ? n : 900_000 + n).padStart(6, '0'),
  ).filter((guess) => guess !== code);
  const answers = await Promise.all(guesses.map((guess) => enter(bookingId, guess).catch((problem) => problem.status)));
  expect(answers.filter((status) => status === 422)).toHaveLength(4);
});

test.each(['12345', '1234567', 'abcdef', ''])('the code %o is refused as input', async (code) => {
  const { bookingId } = await sales.sell();
  await expect(enter(bookingId, code)).rejects.toMatchObject({ status: 400 });
});
