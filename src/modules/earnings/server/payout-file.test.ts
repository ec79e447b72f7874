import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAuditEntries } from '#modules/audit/contract.ts';
import { giveMoney, restAccount } from '../../../../tests/support/money.ts';
import { openTestStore, type Person, type TestStore } from '../../../../tests/support/test-store.ts';
import { changePayoutAccount, requestPayout } from '../contract.ts';
import * as calls from '../payouts.contract.ts';

let store: TestStore;
let admin: Person;
beforeAll(async () => {
  store = await openTestStore();
  admin = await store.as('admin');
});
afterAll(() => store.close());

const send = (id: string, who: Person) => who.api.send(calls.sendPayout, { params: { id } });

async function file(who: Person, query = ''): Promise<string> {
  const headers = { authorization: `Bearer ${who.token}` };
  return (await store.app.inject({ url: `/api/payouts/sent.csv${query}`, headers })).body;
}

/** Requests a payout of a seller to a bank account. Returns its id and number. */
async function requestedBy(seller: Person) {
  await giveMoney(store, seller, 500);
  const bank = { bank: 'City Bank', branch: 'Gulshan', routing: '060261726', account: '060123456741', holder: 'Salma' };
  await seller.api.send(changePayoutAccount, { body: { kind: 'bank', ...bank, password: seller.password } });
  await restAccount(store, seller);
  const { insertedId: id, number } = await seller.api.send(requestPayout, {});
  return { id, number };
}

/** Marks a new payout to a bank account as sent. Returns its id and number. */
async function sentBy(who: Person) {
  const { id, number } = await requestedBy(await store.as('seller'));
  await send(id, who);
  return { id, number };
}

/** Returns an admin with a payout that they sent to themselves, as the database allowed before migration 2211. */
async function selfPayingAdmin(): Promise<Person> {
  const office = await store.as('seller');
  const { id } = await requestedBy(office);
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
  expect(await file(admin)).not.toContain(number);
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

test('a payout is in one file: the next one has later payouts only, and the last one can be had again [17.4 P16]', async () => {
  const office = await store.as('admin');
  const [monday, mondayToo] = [await sentBy(office), await sentBy(office)];
  expect(numbersIn(await file(office))).toEqual([monday.number, mondayToo.number]);
  expect(numbersIn(await file(office))).toEqual([]);
  const tuesday = await sentBy(office);
  const { items } = await office.api.send(calls.listPayouts, { query: { state: 'sent' } });
  const isExported = (id: string) => items.find(({ _id }) => _id === id)?.exportedAt !== undefined;
  expect([monday.id, mondayToo.id, tuesday.id].map(isExported)).toEqual([true, true, false]);
  expect(numbersIn(await file(office, '?again=true'))).toEqual([monday.number, mondayToo.number]);
  expect(numbersIn(await file(office))).toEqual([tuesday.number]);
  expect(numbersIn(await file(office, '?again=true'))).toEqual([tuesday.number]);
});

test('the last file has no payout that was closed since', async () => {
  const office = await store.as('admin');
  const [paid, open] = [await sentBy(office), await sentBy(office)];
  await file(office);
  await office.api.send(calls.confirmPayout, { params: { id: paid.id }, body: { reference: 'CFT26326 0093' } });
  expect(numbersIn(await file(office, '?again=true'))).toEqual([open.number]);
});

test('of concurrent downloads one has each payout [P16]', async () => {
  const office = await store.as('admin');
  const { number } = await sentBy(office);
  const files = await Promise.all(Array.from({ length: 5 }, () => file(office)));
  expect(files.flatMap(numbersIn)).toEqual([number]);
});

test('a payout that an admin once sent to themselves is in no file, and prevents none', async () => {
  const office = await selfPayingAdmin();
  const { number } = await sentBy(office);
  expect(numbersIn(await file(office))).toEqual([number]);
});

test('a payout is found by its reference through an index', async () => {
  const { rows } = await store.db.transaction().execute(async (db) => {
    await sql`set local enable_seqscan = off`.execute(db);
    return sql<{ 'QUERY PLAN': string }>`
      explain select id from payouts where reference = 'CFT26326 0091' and kind = 'bkash'`.execute(db);
  });
  expect(JSON.stringify(rows)).toContain('payouts_by_reference');
});
