import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { listAuditEntries } from '#modules/audit/contract.ts';
import { getMe, isAdmin, registerUser } from '#modules/identity/contract.ts';
import { openTestStore, type TestStore } from './support/test-store.ts';

const SCRIPT = join(import.meta.dirname, '../scripts/admin.ts');

let store: TestStore;
let url: string;

beforeAll(async () => {
  store = await openTestStore();
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(store.db);
  url = Object.assign(new URL(inject('databaseServer').url), { pathname: `/${rows[0]?.name}` }).href;
});
afterAll(() => store.close());

/** Runs `npm run admin -- …`. Returns its output and exit code. */
function admin(...words: string[]): Promise<{ code: number; said: string }> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [SCRIPT, ...words],
      { env: { ...process.env, DATABASE_URL: url, NODE_ENV: 'production' } },
      (error, out, err) => resolve({ code: error ? Number(error.code) : 0, said: (out || err).trim() }),
    );
  });
}

test('the command line grants and removes the admin role [6.1 10.7]', async () => {
  const person = await store.as('buyer');
  const roles = async () => (await person.api.send(getMe, {})).roles;
  expect(await admin('add', person.email.toUpperCase())).toEqual({ code: 0, said: `${person.email} is an admin now.` });
  expect(await roles()).toEqual(['admin']);
  expect(await person.api.send(isAdmin, { params: { email: person.email } })).toEqual({ isAdmin: true });
  expect((await admin('list')).said).toContain(person.email);
  expect(await admin('remove', person.email)).toMatchObject({ code: 0 });
  expect(await roles()).toEqual(['buyer']);
});

test('changes of admins by the command line are in the audit log [13.5]', async () => {
  const person = await store.as('buyer');
  await admin('add', person.email);
  await admin('add', person.email);
  await admin('remove', person.email);
  const { items } = await (await store.as('admin')).api.send(listAuditEntries, {});
  const told = items.filter(({ targetId }) => targetId === person.id);
  expect(told.map(({ act }) => act)).toEqual(['remove-admin', 'add-admin']);
  for (const entry of told) expect(entry).not.toHaveProperty('adminId');
});

test('an unregistered e-mail cannot become an admin', async () => {
  expect(await admin('add', 'nobody@example.com')).toMatchObject({
    code: 1,
    said: expect.stringContaining('No account has the e-mail nobody@example.com.'),
  });
  expect(await admin('promote', 'nobody@example.com')).toMatchObject({
    code: 1,
    said: expect.stringMatching(/^Usage/),
  });
});

test('registering again neither grants nor removes the admin role [10.7]', async () => {
  const person = await store.as('buyer');
  await admin('add', person.email);
  const body = { name: person.name, email: person.email, userCategory: 'Buyer' as const };
  await person.api.send(registerUser, { body });
  expect((await person.api.send(getMe, {})).roles).toEqual(['admin']);
});
