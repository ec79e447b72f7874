import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createClient } from '#platform/contract/client.ts';
import { inProcess } from '#platform/server/transport.ts';
import { openTestStore, type TestStore } from '../../../../tests/support/test-store.ts';
import { sendMessage } from '../contract.ts';
import { networkOf } from './sender.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore({ RATE_LIMITS: 'on' });
});
beforeEach(async () => {
  await store.db.deleteFrom('contact_counts').execute();
});
afterAll(() => store.close());

const write = (address: string, email: string) =>
  createClient(inProcess(store.app, {}, address)).send(sendMessage, {
    body: { name: 'Ayesha', email, subject: 'other', message: 'Hello.' },
  });
const REFUSED = { status: 429, problem: { title: 'too-many-messages' } };

async function kept(): Promise<number> {
  const { count } = await store.db
    .selectFrom('contact_messages')
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

test('from one address five messages come through in an hour, whatever e-mail they name', async () => {
  for (let n = 0; n < 5; n += 1) await write('203.0.113.7', `a${n}@example.com`);
  const before = await kept();
  await expect(write('203.0.113.7', 'a6@example.com')).rejects.toMatchObject(REFUSED);
  await expect(write('::ffff:203.0.113.7', 'a7@example.com')).rejects.toMatchObject(REFUSED);
  expect(await kept()).toBe(before);
  expect(await write('203.0.113.8', 'a6@example.com')).toMatchObject({ acknowledged: true });
});

test('under one e-mail five messages come through in an hour, wherever they come from', async () => {
  for (let n = 0; n < 5; n += 1) await write(`203.0.113.${n}`, 'one@example.com');
  await expect(write('203.0.113.9', 'ONE@example.com')).rejects.toMatchObject(REFUSED);
  expect(await write('203.0.113.9', 'other@example.com')).toMatchObject({ acknowledged: true });
});

test('of ten messages at once five come through', async () => {
  const before = await kept();
  const answers = await Promise.allSettled(
    Array.from({ length: 10 }, (_, n) => write('203.0.113.7', `rush${n}@example.com`)),
  );
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  for (const one of answers) if (one.status === 'rejected') expect(one.reason).toMatchObject(REFUSED);
  expect(await kept()).toBe(before + 5);
});

test('with the hour the count begins anew, and the old one is forgotten', async () => {
  for (let n = 0; n < 5; n += 1) await write('203.0.113.7', `b${n}@example.com`);
  await store.db.updateTable('contact_counts').set({ hour: sql`hour - interval '1 hour'` }).execute();
  expect(await write('203.0.113.7', 'b9@example.com')).toMatchObject({ acknowledged: true });
  const counts = await store.db.selectFrom('contact_counts').select('sent').execute();
  expect(counts).toEqual([{ sent: 1 }, { sent: 1 }]);
});

test('neither address nor e-mail can be read from the counts', async () => {
  await write('203.0.113.7', 'secret@example.com');
  const { rows } = await sql<{ row: string }>`select contact_counts::text as row from contact_counts`.execute(store.db);
  expect(rows).toHaveLength(2);
  for (const { row } of rows) expect(row).toMatch(/^\("?\\+x[0-9a-f]{64}"?,/);
});

test('a household counts as one sender, with all its IPv6 addresses', () => {
  expect(networkOf('203.0.113.7')).toBe('203.0.113.7');
  expect(networkOf('::ffff:203.0.113.7')).toBe('203.0.113.7');
  expect(networkOf('2001:db8:1:2:aaaa:bbbb:cccc:dddd')).toBe('2001:db8:1:2');
  expect(networkOf('2001:0db8:1:2::1')).toBe('2001:db8:1:2');
  expect(networkOf('2001:db8::1')).toBe('2001:db8:0:0');
  expect(networkOf('::1')).toBe('0:0:0:0');
});
