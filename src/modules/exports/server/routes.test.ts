import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestPeople, type TestPeople } from '../../../../tests/support/test-people.ts';
import { openTestStore, type TestStore } from '../../../../tests/support/test-store.ts';

let store: TestStore;
let people: TestPeople;
beforeAll(async () => {
  store = await openTestStore();
  people = await openTestPeople(store);
});
afterAll(() => store.close());

async function download(list: string, language = 'en') {
  const headers = { ...people.headers.admin, 'accept-language': language };
  return store.app.inject({ url: `/api/exports/${list}.csv`, headers });
}

/** Returns the cells of each line of a file, without the heads. */
async function rowsOf(list: string): Promise<string[][]> {
  const { body } = await download(list);
  return body
    .split('\r\n')
    .slice(1, -1)
    .map((line) => [...line.matchAll(/"((?:[^"]|"")*)"|([^,]+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? ''));
}

test('a list is a CSV file, with heads in the reader’s language', async () => {
  const english = await download('sellers');
  expect(english.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="sellers.csv"',
    'cache-control': 'no-store',
  });
  expect(english.body.startsWith('\ufeff"ID","Name","Email",')).toBe(true);
  expect((await download('sellers', 'bn')).body.startsWith('\ufeff"আইডি","নাম",')).toBe(true);
});

test('buyers and sellers are listed with their counts, and without phone or secret [13.7]', async () => {
  const bookingId = await people.book();
  const buyer = (await rowsOf('buyers')).find(([id]) => id === people.buyer.id);
  expect(buyer?.slice(1, 4)).toEqual([people.buyer.name, people.buyer.email, 'false']);
  expect(buyer?.slice(5)).toEqual(['1', '0']);
  const seller = (await rowsOf('sellers')).find(([id]) => id === people.seller.id);
  expect(seller?.slice(5)).toEqual(['', '1', '0']);
  const [order] = await rowsOf('orders');
  expect(order?.[0]).toBe(bookingId);
  expect(order?.slice(4, 10)).toEqual(['Coach pram', '6500', 'BDT', '', '', '']);
  expect(order?.slice(10)).toEqual([
    ...[people.buyer.id, people.buyer.name, people.buyer.email],
    ...[people.seller.id, people.seller.name, people.seller.email],
  ]);
  for (const list of ['buyers', 'sellers', 'orders'])
    expect((await download(list)).body).not.toMatch(/01712345678|Mirpur|Dhanmondi/);
});

test('a name that begins like a formula is a text', async () => {
  await store.as('buyer', '=HYPERLINK("http://evil.example","Click")');
  expect((await download('buyers')).body).toContain(`"'=HYPERLINK(""http://evil.example"",""Click"")"`);
});

test('every person stands in a long list exactly once, newest first, those of one instant too [13.7]', async () => {
  await sql`with many as (insert into users (email, name, created_at)
      select 'many' || n || '@example.com', 'Many', date_trunc('hour', now()) - interval '1 day'
      from generate_series(1, 1203) as n returning id, created_at)
    insert into user_roles (user_id, role, since) select id, 'seller', created_at from many`.execute(store.db);
  const { rows } = await sql<{ id: string }>`select user_id as id from user_roles where role = 'seller'
    order by since desc, user_id desc`.execute(store.db);
  expect((await rowsOf('sellers')).map(([id]) => id)).toEqual(rows.map(({ id }) => id));
});

test('another list is not there', async () => {
  expect((await download('passwords')).statusCode).toBe(404);
});
