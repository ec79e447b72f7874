import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendMessage } from '#modules/support/contract.ts';
import { MAIL } from '#platform/mail/mailer.ts';
import { holdJobs } from '../../../../tests/support/held-jobs.ts';
import { untilIdle } from '../../../../tests/support/rows.ts';
import { openTestStore, type Person, provider, type TestStore } from '../../../../tests/support/test-store.ts';
import { deleteUser } from '../contract.ts';
import { changeEmail, confirmEmail } from '../profile.contract.ts';

let store: TestStore;
let admin: Person;
beforeAll(async () => {
  store = await openTestStore();
  admin = await store.as('admin');
});
afterAll(() => store.close());

const erase = (id: string) => admin.api.send(deleteUser, { params: { id } });
const mailLater = (mail: object) =>
  sql`select graphile_worker.add_job(${MAIL}, ${JSON.stringify({ ...mail, subject: 'Later', text: 'Later' })}::json,
    run_at := now() + interval '1 hour')`.execute(store.db);

async function leftOf(email: string): Promise<string[]> {
  const { rows } = await sql<{ kind: string }>`select 'message' as kind from contact_messages where email = ${email}
    union all select 'to' from graphile_worker._private_jobs where payload ->> 'to' = ${email}
    union all select 'replyTo' from graphile_worker._private_jobs where payload ->> 'replyTo' = ${email}`.execute(
    store.db,
  );
  return rows.map(({ kind }) => kind).sort();
}

test.each([
  { isConfirmed: true, left: [] },
  // Anybody can register with the address of another person.
  { isConfirmed: false, left: ['message', 'replyTo'] },
])(
  'the deletion of an account leaves $left of its address when it is confirmed: $isConfirmed',
  async ({ isConfirmed, left }) => {
    const { id, email } = await store.as('buyer');
    await store.db.updateTable('accounts').set({ email_verified: isConfirmed }).where('email', '=', email).execute();
    const body = { name: 'Ayesha', email, subject: 'account' as const, message: 'Somebody uses my address.' };
    await store.anyone.send(sendMessage, { body });
    await untilIdle(store.db);
    await mailLater({ to: email });
    await mailLater({ to: admin.email, replyTo: email });
    await erase(id);
    expect(await leftOf(email)).toEqual(left);
  },
);

test('the deletion of an account deletes its waiting e-mails to an earlier address, and to a new one that it asked for', async () => {
  const buyer = await store.as('buyer');
  const [earlier, present, asked] = [buyer.email, 'present@example.com', 'asked@example.com'];
  const ask = (newEmail: string) => buyer.api.send(changeEmail, { body: { newEmail, password: buyer.password } });
  const waiting = async () => {
    const { rows } = await sql<{ to: string; text: string }>`select payload ->> 'to' as to, payload ->> 'text' as text
      from graphile_worker._private_jobs order by id`.execute(store.db);
    return rows;
  };
  await store.pool.query('delete from graphile_worker._private_jobs where run_at > now()');
  await untilIdle(store.db);
  const release = await holdJobs(store);
  await provider(store.app, '/request-password-reset', { email: earlier });
  await ask(present);
  const link = (await waiting()).map(({ text }) => /\/new-email\?token=([\w-]+)/.exec(text)?.[1]).find(Boolean);
  await buyer.api.send(confirmEmail, { params: { token: link ?? '' } });
  await ask(asked);
  await release();
  await mailLater({ to: asked });
  const before = [earlier, present, earlier, earlier, asked, present, asked];
  expect((await waiting()).map(({ to }) => to).sort()).toEqual(before.sort());
  await erase(buyer.id);
  // An e-mail to that address on another matter.
  expect((await waiting()).map(({ to }) => to)).toEqual([asked]);
});

test('the deletion of an account leaves messages of a new address that it asked for', async () => {
  const { id, password, api } = await store.as('buyer');
  const newEmail = `${crypto.randomUUID()}@example.com`;
  await api.send(changeEmail, { body: { newEmail, password } });
  await mailLater({ to: admin.email, replyTo: newEmail });
  await erase(id);
  expect(await leftOf(newEmail)).toEqual(['replyTo']);
});
