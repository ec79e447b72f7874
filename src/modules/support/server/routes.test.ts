import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { deleteUser } from '#modules/identity/contract.ts';
import { createClient } from '#platform/contract/call-client.ts';
import { inProcessTransport } from '#platform/http/in-process-transport.ts';
import { deleteExpiredRows } from '#platform/jobs/cleanup.job.ts';
import { openTestStore, type Person, type TestStore } from '../../../../tests/support/test-store.ts';
import { listMessages, markMessage, sendMessage } from '../contract.ts';
import { EXPIRING_MESSAGES } from './store.ts';

let store: TestStore;
let admin: Person;

beforeAll(async () => {
  store = await openTestStore();
  admin = await store.as('admin', 'Nusrat Jahan');
});
afterAll(() => store.close());

const aMessage = (changes: Record<string, unknown> = {}) => ({
  name: 'Ayesha Rahman',
  email: 'ayesha@example.com',
  subject: 'account' as const,
  message: 'I cannot log in any more.',
  ...changes,
});
const write = (changes: Record<string, unknown> = {}, as = store.anyone) =>
  as.send(sendMessage, { body: aMessage(changes) });
const read = async (state: 'open' | 'answered' = 'open', by = admin) =>
  (await by.api.send(listMessages, { query: { state } })).items;
const find = async (id: string, state: 'open' | 'answered' = 'open') =>
  (await read(state)).find((one) => one._id === id);
const mark = (id: string, state: 'open' | 'answered', by = admin) =>
  by.api.send(markMessage, { params: { id }, body: { state } });

/** Waits for an e-mail in the demo's outbox that contains `text`. Returns its HTML. */
function emailTo(email: string, text: string): Promise<string> {
  return vi.waitFor(
    async () => {
      const { body } = await store.app.inject('/sandbox/outbox/');
      const found = body.split('<article').find((one) => one.includes(`To <b>${email}</b>`) && one.includes(text));
      if (!found) throw new Error(`No such e-mail to ${email} yet`);
      return found;
    },
    { timeout: 10_000, interval: 20 },
  );
}

describe('a message', () => {
  test('is kept for twelve months, answered or not', async () => {
    const [old, oldAnswered, young] = [await write(), await write(), await write()].map((one) => one.insertedId);
    await mark(oldAnswered ?? '', 'answered');
    const age = (id: string | undefined, days: string) =>
      store.pool.query(
        `update contact_messages set created_at = now() - interval '12 months' - $2::interval where id = $1`,
        [id, days],
      );
    await age(old, '1 day');
    await age(oldAnswered, '1 day');
    await age(young, '-1 day');
    await deleteExpiredRows(store.db, EXPIRING_MESSAGES);
    const { rows } = await store.pool.query<{ id: string }>('select id from contact_messages where id = any($1)', [
      [old, oldAnswered, young],
    ]);
    expect(rows).toEqual([{ id: young }]);
  });

  test('reaches the admin unchanged', async () => {
    const message = 'The pram came.\n\n\tIts wheel did not. <b>Help</b> & “thanks” — ধন্যবাদ 🙏';
    const { acknowledged, insertedId } = await write({
      email: ' Ayesha@Example.com ',
      subject: 'booking-or-payment',
      message: message.replaceAll('\n', '\r\n'),
      requestId: '7k3mq9wd2xhp',
    });
    expect(acknowledged).toBe(true);
    expect(await find(insertedId)).toEqual({
      _id: insertedId,
      name: 'Ayesha Rahman',
      email: 'ayesha@example.com',
      subject: 'booking-or-payment',
      message,
      requestId: '7k3mq9wd2xhp',
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
    });
  });

  test('is mailed to every admin; a reply goes to its sender, who gets no e-mail', async () => {
    const other = await store.as('admin');
    await write({ name: 'Rumana Islam', email: 'rumana@example.com', message: 'Is the cot still there?' });
    for (const { email } of [admin, other]) {
      const sent = await emailTo(email, 'Is the cot still there?');
      expect(sent).toContain('Dolna, My account: Rumana Islam');
      expect(sent).toContain('An answer goes to <b>rumana@example.com</b>');
      expect(sent).toContain('/dashboard/messages');
    }
    expect((await store.app.inject('/sandbox/outbox/')).body).not.toContain('To <b>rumana@example.com</b>');
  });

  test('in Bangla is mailed in Bangla', async () => {
    await write(
      { name: 'রুমানা', message: 'প্র্যামটি কি আছে?' },
      createClient(inProcessTransport(store.app, { cookie: 'lang=bn' })),
    );
    expect(await emailTo(admin.email, 'প্র্যামটি কি আছে?')).toContain('যোগাযোগ ফর্ম: রুমানা');
  });

  test('may be 4,000 characters long, and is counted as it was typed', async () => {
    expect(await write({ message: 'x\r\n'.repeat(2000) })).toMatchObject({ acknowledged: true });
    expect(await write({ message: 'দো'.repeat(2000) })).toMatchObject({ acknowledged: true });
    await expect(write({ message: 'x'.repeat(4001) })).rejects.toMatchObject({ status: 400 });
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['no name', { name: ' ' }, 'name'],
    ['a name of two lines', { name: 'Ayesha\r\nBcc: victim@example.com' }, 'name'],
    ['a name that is too long', { name: 'x'.repeat(101) }, 'name'],
    ['a name with a NUL', { name: 'Aye\0sha' }, 'name'],
    ['no e-mail', { email: '' }, 'email'],
    ['two e-mails', { email: 'a@example.com,victim@example.com' }, 'email'],
    ['an e-mail with a header', { email: 'a@example.com\r\nBcc: victim@example.com' }, 'email'],
    ['an e-mail with a NUL', { email: 'a\0@example.com' }, 'email'],
    ['an e-mail with half a letter', { email: 'a\ud83d@example.com' }, 'email'],
    ['an e-mail whose name is too long', { email: `${'a'.repeat(65)}@example.com` }, 'email'],
    ['no subject', { subject: undefined }, 'subject'],
    ['a subject of its own', { subject: 'money\r\nBcc: victim@example.com' }, 'subject'],
    ['no message', { message: ' \r\n ' }, 'message'],
    ['a message with a NUL', { message: 'with a\0null in it' }, 'message'],
    ['a message with half a letter', { message: 'half \ud83d' }, 'message'],
    ['a message that is none', { message: { $ne: '' } }, 'message'],
    ['an odd code', { requestId: '<script>' }, 'requestId'],
  ])('with %s is refused at its field, and nothing is stored', async (_what, changes, field) => {
    const before = (await read()).length;
    await expect(write(changes)).rejects.toMatchObject({
      status: 400,
      problem: { errors: expect.arrayContaining([expect.objectContaining({ field })]) },
    });
    expect(await read()).toHaveLength(before);
  });

  test('with the hidden field filled in, as by a robot, is refused with the reason', async () => {
    const before = (await read()).length;
    await expect(write({ homepage: 'https://spam.example' })).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('A hidden field was filled in'),
    });
    expect(await read()).toHaveLength(before);
    expect(await write({ homepage: '' })).toMatchObject({ acknowledged: true });
  });

  test('sent twice by a signed-in person with the same key is kept once', async () => {
    const buyer = await store.as('buyer');
    const send = () => buyer.api.send(sendMessage, { body: aMessage() }, { idempotencyKey: 'one-message' });
    expect(await send()).toEqual(await send());
  });

  test('sent twice by a visitor with the same key is kept once [11.1]', async () => {
    const send = (changes = {}) =>
      store.anyone.send(sendMessage, { body: aMessage(changes) }, { idempotencyKey: 'a-form' });
    const before = (await read()).length;
    const [first, again] = await Promise.all([send(), send()]);
    expect(again).toEqual(first);
    expect(await send()).toEqual(first);
    expect(await read()).toHaveLength(before + 1);
    await expect(send({ name: 'Nasrin Sultana' })).rejects.toMatchObject({ status: 422 });
    expect(await read()).toHaveLength(before + 1);
  });
});

describe('an admin', () => {
  test('marks a message as answered, and as open again', async () => {
    const { insertedId: id } = await write();
    expect(await mark(id, 'open')).toEqual({ modifiedCount: 0 });
    expect(await mark(id, 'answered')).toEqual({ modifiedCount: 1 });
    expect(await mark(id, 'answered')).toEqual({ modifiedCount: 0 });
    expect(await find(id)).toBeUndefined();
    expect(await find(id, 'answered')).toMatchObject({ answeredBy: 'Nusrat Jahan', answeredAt: expect.any(String) });
    expect(await mark(id, 'open')).toEqual({ modifiedCount: 1 });
    const again = await find(id);
    expect(again).toBeDefined();
    expect(again).not.toHaveProperty('answeredAt');
    expect(again).not.toHaveProperty('answeredBy');
  });

  test('marks only existing messages, with existing states', async () => {
    await expect(mark(randomUUID(), 'answered')).rejects.toMatchObject({ status: 404 });
    await expect(mark('nothing', 'answered')).rejects.toMatchObject({ status: 404 });
    const { insertedId: id } = await write();
    await expect(mark(id, 'done' as 'open')).rejects.toMatchObject({ status: 400 });
    await expect(read('all' as 'open')).rejects.toMatchObject({ status: 400 });
  });

  test('reads and marks messages; a buyer, a seller and a visitor may not', async () => {
    const { insertedId: id } = await write();
    for (const person of [await store.as('buyer'), await store.as('seller')]) {
      await expect(read('open', person)).rejects.toMatchObject({ status: 403 });
      await expect(mark(id, 'answered', person)).rejects.toMatchObject({ status: 403 });
    }
    await expect(store.anyone.send(listMessages, {})).rejects.toMatchObject({ status: 401 });
    await expect(store.anyone.send(markMessage, { params: { id }, body: { state: 'answered' } })).rejects.toMatchObject(
      { status: 401 },
    );
    expect(await find(id)).toBeDefined();
  });

  test('gets open and answered messages page by page, without a gap', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 26; n += 1) ids.unshift((await write({ message: `Message ${n}` })).insertedId);
    const pages = async (state: 'open' | 'answered') => {
      const first = await admin.api.send(listMessages, { query: { state } });
      const second = await admin.api.send(listMessages, { query: { state, cursor: first.next } });
      expect(first.items).toHaveLength(24);
      return [...first.items, ...second.items].map((one) => one._id).slice(0, 26);
    };
    expect(await pages('open')).toEqual(ids);
    for (const id of [...ids].reverse()) await mark(id, 'answered');
    expect(await pages('answered')).toEqual(ids);
  });
});

test('messages under a confirmed e-mail are deleted with its account, answered or not; others’ messages stay', async () => {
  const buyer = await store.as('buyer');
  await store.db.updateTable('accounts').set({ email_verified: true }).where('email', '=', buyer.email).execute();
  const [mine, answered] = [await write({ email: buyer.email }), await write({ email: buyer.email.toUpperCase() })];
  const other = await write();
  await mark(answered.insertedId, 'answered');
  await admin.api.send(deleteUser, { params: { id: buyer.id } });
  expect(await find(mine.insertedId)).toBeUndefined();
  expect(await find(answered.insertedId, 'answered')).toBeUndefined();
  expect(await find(other.insertedId)).toBeDefined();
});
