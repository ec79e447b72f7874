import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAuditEntries } from '#modules/audit/contract.ts';
import { addBankPayout, giveMoney, restAccount } from '../../../../tests/support/money.ts';
import { openTestStore, type Person, type TestStore } from '../../../../tests/support/test-store.ts';
import { changePayoutAccount, requestPayout } from '../contract.ts';
import * as calls from '../payouts.contract.ts';
import { selectPayoutFiles } from './payout-file.store.ts';

let store: TestStore;
let admin: Person;
beforeAll(async () => {
  store = await openTestStore();
  admin = await store.as('admin');
});
afterAll(() => store.close());

const send = (id: string, who: Person) => who.api.send(calls.sendPayout, { params: { id } });

const make = (who: Person) => who.api.send(calls.makePayoutFile, {});
const listed = (who: Person, before?: string) => who.api.send(calls.listPayoutFiles, { query: { before } });
const list = async (who: Person, before?: string) => (await listed(who, before)).files;
const NONE = { status: 409, problem: { title: 'none-for-file' } };

async function download(who: Person, madeAt: string) {
  const headers = { authorization: `Bearer ${who.token}` };
  return store.app.inject({ url: `/api/payouts/sent.csv?madeAt=${madeAt}`, headers });
}

/** Makes a file and downloads it. */
async function file(who: Person): Promise<string> {
  return (await download(who, (await make(who)).madeAt)).body;
}

/** Marks a new payout to a bank account as sent. Returns its id and number. */
async function sentBy(who: Person) {
  const { id, number } = await addBankPayout(store, await store.as('seller'));
  await send(id, who);
  return { id, number };
}

/** Returns an admin with a payout that they sent to themselves, as the database allowed before migration 2211. */
async function selfPayingAdmin(): Promise<Person> {
  const office = await store.as('seller');
  const { id } = await addBankPayout(store, office);
  const check = sql`nobody_pays_themselves check (sent_by <> seller_id and closed_by <> seller_id) not valid`;
  await sql`alter table payouts drop constraint nobody_pays_themselves`.execute(store.db);
  await sql`update payouts set state = 'sent', sent_by = seller_id where id = ${id}`.execute(store.db);
  await sql`alter table payouts add constraint ${check}`.execute(store.db);
  await sql`update user_roles set role = 'admin' where user_id = ${office.id}`.execute(store.db);
  return office;
}

const numbersIn = (csv: string) => csv.match(/P-\d{6}/g) ?? [];

test('downloads the sent ones with whole accounts, as text that no spreadsheet runs; the download is logged', async () => {
  const seller = await store.as('seller', '=cmd|calc');
  await giveMoney(store, seller, 250);
  const bank = {
    bank: '=SUM(A1)',
    branch: 'Gulshan',
    routing: '০৬০২৬১৭২৬',
    account: '0601 2345 6741',
    holder: '@holder',
  };
  await seller.api.send(changePayoutAccount, { body: { kind: 'bank', ...bank, password: seller.password } });
  await restAccount(store, seller);
  const { insertedId, number } = await seller.api.send(requestPayout, {});
  const office = await store.as('admin');
  await send(insertedId, office);
  // Another admin pays other payouts: one file has each of them.
  await expect(make(admin)).rejects.toMatchObject(NONE);
  const [heads, row, end] = (await file(office)).split('\r\n');
  expect(heads).toBe('\ufeff"Number","Kind","Name","Account","Bank","Branch","Routing number","Amount","Sent"');
  expect(row).toMatch(
    new RegExp(
      `^"${number}","bank","'@holder","060123456741","'=SUM\\(A1\\)","Gulshan","060261726",250,"\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\+06:00"$`,
    ),
  );
  expect(end).toBe('');
  const [entry] = (await admin.api.send(listAuditEntries, {})).items;
  expect(entry).toMatchObject({ act: 'export', list: 'payouts' });
});

test('a payout is in one file: the next one has later payouts only, and each can be had again [17.4 P16]', async () => {
  const office = await store.as('admin');
  const [monday, mondayToo] = [await sentBy(office), await sentBy(office)];
  const first = await make(office);
  expect(first.count).toBe(2);
  await expect(make(office)).rejects.toMatchObject(NONE);
  const tuesday = await sentBy(office);
  const { items } = await office.api.send(calls.listPayouts, { query: { state: 'sent' } });
  const exportedAt = (id: string) => items.find(({ _id }) => _id === id)?.exportedAt;
  const { madeAt } = first;
  expect([monday.id, mondayToo.id, tuesday.id].map(exportedAt)).toEqual([madeAt, madeAt, undefined]);
  const second = await make(office);
  for (let again = 0; again < 2; again += 1) {
    expect(numbersIn((await download(office, madeAt)).body)).toEqual([monday.number, mondayToo.number]);
    expect(numbersIn((await download(office, second.madeAt)).body)).toEqual([tuesday.number]);
  }
  const ofMonday = { ...first, firstNumber: monday.number, open: 2, isAssumed: false };
  expect(await list(office)).toEqual([{ ...second, firstNumber: tuesday.number, open: 1, isAssumed: false }, ofMonday]);
  expect(await list(office, second.madeAt)).toEqual([ofMonday]);
  expect((await download(admin, madeAt)).statusCode).toBe(404);
  expect((await download(office, '2026-02-31T00:00:00.000Z')).statusCode).toBe(400);
  expect(await list(admin)).toEqual([]);
});

test('an admin whose answer was lost repeats the request, and gets the same file [P16]', async () => {
  const office = await store.as('admin');
  await sentBy(office);
  const options = { idempotencyKey: crypto.randomUUID() };
  const first = await office.api.send(calls.makePayoutFile, {}, options);
  expect(await office.api.send(calls.makePayoutFile, {}, options)).toEqual(first);
  expect(await list(office)).toHaveLength(1);
});

test('a file has no payout that was closed since', async () => {
  const office = await store.as('admin');
  const [paid, open] = [await sentBy(office), await sentBy(office)];
  const { madeAt } = await make(office);
  await office.api.send(calls.confirmPayout, { params: { id: paid.id }, body: { reference: 'CFT26326 0093' } });
  expect(numbersIn((await download(office, madeAt)).body)).toEqual([open.number]);
  expect(await list(office)).toMatchObject([{ madeAt, firstNumber: paid.number, count: 2, open: 1 }]);
});

test('of concurrent requests one has each payout, and no two files have the same time [P16]', async () => {
  const office = await store.as('admin');
  await sentBy(office);
  const files = await Promise.allSettled(Array.from({ length: 5 }, () => make(office)));
  expect(files.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  // The newest file is later than the time of the database.
  const [{ madeAt } = { madeAt: '' }] = await list(office);
  const ahead = new Date(Date.parse(madeAt) + 3_600_000).toISOString();
  await sql`update payouts set exported_at = ${ahead} where sent_by = ${office.id}`.execute(store.db);
  await sentBy(office);
  expect(Date.parse((await make(office)).madeAt)).toBe(Date.parse(ahead) + 1);
});

test('a file that migration 2430 made up is marked, and one that an admin made is not', async () => {
  const office = await store.as('admin');
  const old = await sentBy(office);
  await sql`update payouts set exported_at = date_trunc('milliseconds', now()) where id = ${old.id}`.execute(store.db);
  await sentBy(office);
  await make(office);
  await selfPayingAdmin();
  const markFiles = readFileSync('migrations/2450_assumed_payout_files.sql', 'utf8');
  await sql.raw(`alter table payouts drop column export_is_assumed; ${markFiles}`).execute(store.db);
  expect((await list(office)).map(({ isAssumed }) => isAssumed)).toEqual([false, true]);
});

test('a payout that an admin once sent to themselves is in no file, and prevents none', async () => {
  const office = await selfPayingAdmin();
  const { number } = await sentBy(office);
  expect(numbersIn(await file(office))).toEqual([number]);
});

test('ten files are listed, which an index finds without the payouts of earlier ones', async () => {
  const office = await store.as('admin');
  const made = Array.from({ length: 20 }, (_, n) => new Date(Date.UTC(2026, 0, n + 1)).toISOString());
  for (const at of made) {
    const { id } = await sentBy(office);
    await sql`update payouts set exported_at = ${at} where id = ${id}`.execute(store.db);
  }
  const [newest, oldest] = [await listed(office), await listed(office, made[10])];
  const times = [newest, oldest].map(({ files }) => files.map(({ madeAt }) => madeAt));
  expect(times).toEqual([made.toReversed().slice(0, 10), made.toReversed().slice(10)]);
  expect([newest.more, oldest.more]).toEqual([true, false]);
  const { rows } = await store.db.transaction().execute(async (db) => {
    await sql`set local enable_seqscan = off`.execute(db);
    await sql`set local enable_bitmapscan = off`.execute(db);
    return sql<{ 'QUERY PLAN': string }>`explain ${sql.raw(
      selectPayoutFiles(store.db, office.id, 11).compile().sql.replace('$1', `'${office.id}'`).replace('$2', '11'),
    )}`.execute(db);
  });
  const plan = JSON.stringify(rows);
  expect(plan).toContain('payouts_by_file');
  expect(plan).not.toMatch(/Sort|HashAggregate/);
});

test('a payout is found by its reference through an index', async () => {
  const { rows } = await store.db.transaction().execute(async (db) => {
    await sql`set local enable_seqscan = off`.execute(db);
    return sql<{ 'QUERY PLAN': string }>`
      explain select id from payouts where reference = 'CFT26326 0091' and kind = 'bkash'`.execute(db);
  });
  expect(JSON.stringify(rows)).toContain('payouts_by_reference');
});
