import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEFAULT_PAGE_ROWS } from '#platform/contract/values.ts';
import { transaction } from '#platform/database/database.ts';
import { calls } from './support/contracts.ts';
import { listenToQueries } from './support/queries.ts';
import { type CallerKind, openTestPeople, type TestPeople } from './support/test-people.ts';
import { openTestStore, type TestStore } from './support/test-store.ts';

/** Three pages, the last with one entry. */
const ENTRY_COUNT = 2 * DEFAULT_PAGE_ROWS + 1;

interface List {
  by: CallerKind;
  address(people: TestPeople): string;
  /** Table and column of its order. */
  rows: [table: string, instant: string, where?: string];
  /** Adds one entry, at the head of the list. */
  add(people: TestPeople): Promise<unknown>;
}

/** Inputs of each paged call. A paged call without an entry here fails. */
const LISTS: Record<string, List> = {
  'GET /users/user-type/{type}': {
    by: 'admin',
    address: () => '/users/user-type/Seller',
    rows: ['user_roles', 'since'],
    add: (people) => people.bystander('seller'),
  },
  'GET /products/category/{categoryId}': {
    by: 'buyer',
    address: ({ categoryId }) => `/products/category/${categoryId}`,
    rows: ['products', 'created_at'],
    add: (people) => people.list(),
  },
  'GET /sellers/{id}/products': {
    by: 'buyer',
    address: ({ seller }) => `/sellers/${seller.id}/products`,
    rows: ['products', 'created_at'],
    add: (people) => people.list(),
  },
  'GET /my-products': {
    by: 'seller',
    address: ({ seller }) => `/my-products?email=${seller.email}`,
    rows: ['products', 'created_at'],
    add: (people) => people.list(),
  },
  'GET /bookings': {
    by: 'buyer',
    address: ({ buyer }) => `/bookings?email=${buyer.email}`,
    rows: ['bookings', 'created_at'],
    add: (people) => people.book(),
  },
  'GET /my-buyers': {
    by: 'seller',
    address: ({ seller }) => `/my-buyers?email=${seller.email}`,
    rows: ['bookings', 'created_at'],
    add: (people) => people.book(),
  },
  'GET /search': {
    by: 'buyer',
    address: () => '/search?q=coach+pram',
    rows: ['products', 'created_at', "status = 'unsold'"],
    add: (people) => people.list(),
  },
  'GET /search/synonyms': {
    by: 'admin',
    address: () => '/search/synonyms',
    rows: ['search_synonyms', 'created_at'],
    add: (people) => people.synonyms(),
  },
  'GET /wishlist': {
    by: 'buyer',
    address: ({ buyer }) => `/wishlist?email=${buyer.email}`,
    rows: ['wishes', 'created_at'],
    add: (people) => people.wish(),
  },
  'GET /reports': {
    by: 'admin',
    address: () => '/reports',
    rows: ['report_cases', 'opened_at'],
    add: (people) => people.report(),
  },
  'GET /admin/payments': {
    by: 'admin',
    address: () => '/admin/payments',
    rows: ['payments', 'created_at', "state = 'refund_due'"],
    add: (people) => people.dueRefund(),
  },
  'GET /my-earnings/lines': {
    by: 'seller',
    address: () => '/my-earnings/lines',
    rows: ['bookings', 'paid_at'],
    add: (people) => people.sell(),
  },
  'GET /disputes': {
    by: 'buyer',
    address: () => '/disputes',
    rows: ['disputes', 'opened_at'],
    add: (people) => people.dispute(),
  },
  'GET /payouts': {
    by: 'admin',
    address: () => '/payouts',
    rows: ['payouts', 'state_at'],
    add: (people) => people.payout(),
  },
  'GET /audit': {
    by: 'admin',
    address: () => '/audit',
    rows: ['admin_acts', 'at'],
    add: (people) => people.writeAuditEntry(),
  },
  'GET /contact': {
    by: 'admin',
    address: () => '/contact',
    rows: ['contact_messages', 'created_at'],
    add: (people) => people.write(),
  },
  'GET /me/sessions': {
    by: 'buyer',
    address: () => '/me/sessions',
    rows: ['sessions', 'created_at'],
    add: (people) => people.session(),
  },
  'GET /my-reports': {
    by: 'buyer',
    address: () => '/my-reports',
    rows: ['reports', 'created_at'],
    add: (people) => people.report(),
  },
};

const listening = listenToQueries();
let store: TestStore;
let people: TestPeople;
beforeAll(async () => {
  store = await openTestStore();
  people = await openTestPeople(store);
});
afterAll(async () => {
  await store.close();
  listening.stop();
});

/** Reads a page, and the path of the next one from the Link header (RFC 8288). */
async function read(address: string, by: CallerKind) {
  const reply = await store.app.inject({ url: address, headers: people.headers[by] });
  expect(reply.statusCode, reply.body).toBe(200);
  const next = /^<([^>]+)>; rel="next"$/.exec(String(reply.headers.link ?? ''))?.[1];
  return { ids: (reply.json() as { _id: string }[]).map((entry) => entry._id), next };
}

function ofList(table: string, instant: string, where: string) {
  if (where) return sql.raw(where);
  if (instant === 'paid_at') return sql`paid_at is not null and seller_id = ${people.seller.id}`;
  if (table === 'user_roles') return sql`role = 'seller'`;
  if (table !== 'sessions') return sql`true`;
  return sql`account_id = (select account_id from users where id = ${people.buyer.id})`;
}

async function countOf(table: string, instant: string, where: string): Promise<number> {
  const counted = sql<{
    n: number;
  }>`select count(*)::int as n from ${sql.table(table)} where ${ofList(table, instant, where)}`;
  return (await counted.execute(store.db)).rows[0]?.n ?? 0;
}

/**
 * Sets all entries to one instant, so that only the id orders them. Returns their ids in the list's order. Disables triggers,
 * because some tables are append-only.
 */
async function atOneInstant(table: string, instant: string, where: string): Promise<string[]> {
  const key = table === 'user_roles' ? sql`user_id as id` : sql`id`;
  const moved = sql<{ id: string }>`
    with moved as (update ${sql.table(table)} set ${sql.ref(instant)} = date_trunc('day', now())
      where ${ofList(table, instant, where)} returning ${key})
    select id from moved order by id desc`;
  return transaction(store.db, async (db) => {
    const triggers = (does: 'disable' | 'enable') =>
      sql`alter table ${sql.table(table)} ${sql.raw(does)} trigger user`.execute(db);
    await triggers('disable');
    const { rows } = await moved.execute(db);
    await triggers('enable');
    return rows.map(({ id }) => id);
  });
}

describe.each([...calls].filter(([, call]) => call.spec.paged))('%s', (line) => {
  const list = LISTS[line];
  if (!list) {
    test('has an input in this file', () => expect.unreachable());
    return;
  }
  const { by, address, add, rows } = list;
  const [table, instant, where = ''] = rows;

  test('returns every entry exactly once, while others are added in between [7.13 11.4 13.6 14.1 15.3 16.6]', {
    timeout: 60_000,
  }, async () => {
    for (let n = await countOf(table, instant, where); n < ENTRY_COUNT; n += 1) await add(people);
    const kept = await atOneInstant(table, instant, where);
    const seen: string[] = [];
    const sizes: number[] = [];
    for (let next: string | undefined = `/api${address(people)}`; next; ) {
      const page = await read(next, by);
      seen.push(...page.ids);
      sizes.push(page.ids.length);
      next = page.next;
      await add(people);
    }
    expect(seen).toEqual(kept);
    expect(sizes.slice(0, -1)).toEqual(sizes.slice(1).map(() => DEFAULT_PAGE_ROWS));
  });

  test('runs no query for each entry of a page', async () => {
    const first = `/api${address(people)}`;
    const { length: full } = await listening.during(store, () => read(first, by));
    let last = first;
    for (let next: string | undefined = first; next; ) {
      last = next;
      next = (await read(last, by)).next;
    }
    // A search may scan several times for a page, and less for the last one.
    const { length: end } = await listening.during(store, () => read(last, by));
    expect(Math.abs(full - end)).toBeLessThan(4);
  });

  test('ends without a Link, and refuses a foreign cursor [11.4]', async () => {
    const url = new URL(`/api${address(people)}`, 'http://localhost');
    for (const cursor of ['x', 'bm90aGluZw', '%00', 'e30', 'W10', 'x'.repeat(401)]) {
      url.searchParams.set('cursor', cursor);
      const reply = await store.app.inject({ url: url.pathname + url.search, headers: people.headers[by] });
      expect(reply.statusCode, cursor).toBe(400);
      expect(reply.json().errors, cursor).toEqual([{ field: 'cursor', message: expect.stringMatching(/\w/) }]);
    }
  });
});
