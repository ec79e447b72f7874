import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createClient } from '#platform/contract/call-client.ts';
import { inProcessTransport } from '#platform/http/in-process-transport.ts';
import { openTestStore, type TestStore } from '../../../../tests/support/test-store.ts';
import { sendMessage } from '../contract.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore({ RATE_LIMITS: 'on' });
});
beforeEach(async () => {
  await store.db.deleteFrom('limit_counts').execute();
});
afterAll(() => store.close());

const write = (address: string, email: string) =>
  createClient(inProcessTransport(store.app, {}, { address })).send(sendMessage, {
    body: { name: 'Ayesha', email, subject: 'other', message: 'Hello.' },
  });
const REFUSED = { status: 429, message: expect.stringMatching(/^At most five messages an hour/) };

async function kept(): Promise<number> {
  const { count } = await store.db
    .selectFrom('contact_messages')
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

test('five messages an hour are accepted from one address, with any e-mail', async () => {
  for (let n = 0; n < 5; n += 1) await write('203.0.113.7', `a${n}@example.com`);
  const before = await kept();
  await expect(write('203.0.113.7', 'a6@example.com')).rejects.toMatchObject(REFUSED);
  await expect(write('::ffff:203.0.113.7', 'a7@example.com')).rejects.toMatchObject(REFUSED);
  expect(await kept()).toBe(before);
  expect(await write('203.0.113.8', 'a6@example.com')).toMatchObject({ acknowledged: true });
});

test('five messages an hour are accepted with one e-mail, from any address', async () => {
  for (let n = 0; n < 5; n += 1) await write(`203.0.113.${n}`, 'one@example.com');
  await expect(write('203.0.113.9', 'ONE@example.com')).rejects.toMatchObject(REFUSED);
  expect(await write('203.0.113.9', 'other@example.com')).toMatchObject({ acknowledged: true });
});

test('of ten concurrent messages five are accepted', async () => {
  const before = await kept();
  const answers = await Promise.allSettled(
    Array.from({ length: 10 }, (_, n) => write('203.0.113.7', `rush${n}@example.com`)),
  );
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  for (const one of answers) if (one.status === 'rejected') expect(one.reason).toMatchObject(REFUSED);
  expect(await kept()).toBe(before + 5);
});

test('the count starts again an hour after the first message', async () => {
  for (let n = 0; n < 5; n += 1) await write('203.0.113.7', `b${n}@example.com`);
  await expect(write('203.0.113.7', 'b9@example.com')).rejects.toMatchObject(REFUSED);
  await store.db.updateTable('limit_counts').set({ resets_at: sql`resets_at - interval '1 hour'` }).execute();
  expect(await write('203.0.113.7', 'b9@example.com')).toMatchObject({ acknowledged: true });
});

test('a household counts as one sender, with all its IPv6 addresses', async () => {
  for (let n = 0; n < 5; n += 1) await write(`2001:db8:1:2::${n}`, `c${n}@example.com`);
  await expect(write('2001:db8:1:2:aaaa::9', 'c9@example.com')).rejects.toMatchObject(REFUSED);
  expect(await write('2001:db8:1:3::9', 'c9@example.com')).toMatchObject({ acknowledged: true });
});

test('a repeated message with the same key is not counted again', async () => {
  const buyer = await store.as('buyer');
  const body = { name: 'Ayesha', email: 'once@example.com', subject: 'other' as const, message: 'Hello.' };
  const first = await buyer.api.send(sendMessage, { body }, { idempotencyKey: 'k1' });
  for (let n = 0; n < 6; n += 1)
    expect(await buyer.api.send(sendMessage, { body }, { idempotencyKey: 'k1' })).toEqual(first);
});
