import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { countTodo } from '#modules/account/server/todo.store.ts';
import { deleteUser, verifyUser } from '#modules/identity/contract.ts';
import { loadSourcePages, pages } from '../support/pages.ts';
import type { TestDatabase } from '../support/postgres.ts';
import { maxQueriesOf, maxQueriesOfPage, OTHER_QUERY_COUNT } from '../support/query-limits.ts';
import { untilIdle } from '../support/rows.ts';
import { openTestPeople, type TestPeople } from '../support/test-people.ts';
import { ORIGIN, openTestStore, provider, type TestStore } from '../support/test-store.ts';
import { enableAutoExplain, type PlanCacheMode, type Recorded, recordPlans } from './auto-explain.ts';
import { fillHistories } from './fill-histories.ts';
import { faultsOf, largeTables, type PlanLimits } from './plan-faults.ts';
import { nextOf, sampleCalls } from './sample-calls.ts';

/** Returns the sizes that count as large in a store with this number of products. */
function sizeOf(products: number) {
  return {
    /** Rows of each person who makes the calls. */
    heavy: Math.max(250, products / 125),
    /** Tables with more rows are large. */
    large: Math.max(2000, products / 100),
    /** Rows that a part of a plan may read for a small result. */
    rows: Math.max(240, products / 200),
  };
}

/** Paths that may read more rows for a small result, by an index. */
const MANY_ROWS: [paths: RegExp, rows: number][] = [
  // A search reads more rows than it returns, up to the limits that tests/scale/searches.ts checks. For a common word the
  // index returns all rows at once, an eighth of the table.
  [/search|similar/, 150_000],
  // An export has all sales and purchases.
  [/^\/exports/, Number.POSITIVE_INFINITY],
  // An admin reads how many sales and disputes both sides had, which counts all of theirs.
  [/^\/disputes\/\{id\}$/, 20_000],
  // The metrics count held bookings and due refunds.
  [/^\/metrics/, 50_000],
];

/** The database counts rate limits. They are high here, because one person makes all calls. */
const SETTINGS = {
  LOG_LEVEL: 'fatal',
  RATE_LIMITS: 'on',
  ...Object.fromEntries(
    ['TRIES', 'FAILURES', 'EMAILS', 'HOLDS', 'INTENTS', 'DECLINES', 'WRITES'].map((name) => [
      `LIMIT_${name}`,
      '100000',
    ]),
  ),
};

/** The time to fill the database, which a busy machine exceeds with the usual limit of a hook. */
export const FILL_TIMEOUT_MS = 240_000;

/** Makes every call, opens every page and runs every periodic job, and checks the plan of each statement. */
export function checkEveryPlan(
  products: number,
  modes: readonly PlanCacheMode[],
  fillDatabase: () => Promise<TestDatabase>,
): void {
  const size = sizeOf(products);
  let recording: ReturnType<typeof recordPlans>;
  let store: TestStore;
  let people: TestPeople;
  let limits: PlanLimits;
  beforeAll(async () => {
    const database = await fillDatabase();
    recording = recordPlans();
    await enableAutoExplain(database.url);
    store = await openTestStore(SETTINGS, { database, pages: loadSourcePages, schedulesJobs: true });
    people = await openTestPeople(store);
    await fillHistories(store.pool, people, size.heavy);
    limits = { large: await largeTables(store.pool, size.large), rows: size.rows };
  }, FILL_TIMEOUT_MS);
  afterAll(async () => {
    recording?.stop();
    await store?.close();
  });

  async function record<T>(work: () => Promise<T>, mode: PlanCacheMode = 'force_custom_plan'): Promise<Recorded<T>> {
    await store.pool.query(`delete from limit_counts where bucket not like 'fill:%'`);
    return recording.during(mode, work, () => untilIdle(store.db));
  }

  const maxRowsFor = (path: string) => MANY_ROWS.find(([paths]) => paths.test(path))?.[1];

  function expectIndexes({ plans }: Recorded<unknown>, rows = limits.rows): void {
    const faults = plans.flatMap((one) =>
      faultsOf(one, { ...limits, rows }).map((fault) => `${fault}, in: ${one.text.replace(/\s+/g, ' ').slice(0, 200)}`),
    );
    expect([...new Set(faults)]).toEqual([]);
  }

  function expectFew({ statements }: Recorded<unknown>, most: number): void {
    const lines = [...Map.groupBy(statements, (text) => text)].map(([text, all]) => `${all.length} × ${text}`);
    expect(statements.length, lines.join('\n')).toBeLessThanOrEqual(most);
  }

  describe.each(modes)('with %s,', (mode) => {
    test.each(sampleCalls())('$name makes few queries, which use indexes', async ({ call, prepare }) => {
      const ask = await prepare(store, people);
      const first = await record(() => ask(), mode);
      const next = nextOf(first.answer);
      for (const recorded of next ? [first, await record(() => ask(next), mode)] : [first]) {
        const { statusCode, body } = recorded.answer;
        // Only the provider can sign its messages.
        if (call.spec.access !== 'provider') expect([statusCode, body]).toEqual([200, body]);
        expectFew(recorded, maxQueriesOf(call, recorded.answer));
        expectIndexes(recorded, maxRowsFor(call.path));
      }
    });
  });

  test('a message of a payment provider uses indexes', async () => {
    const { transactionId } = await people.payUnrecorded();
    const payload = JSON.stringify({
      id: 'evt_of_a_test',
      object: 'event',
      type: 'payment_intent.succeeded',
      data: { object: { id: transactionId } },
    });
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: people.cards.webhookSecret });
    const headers = { 'stripe-signature': signature, 'content-type': 'application/json' };
    const recorded = await record(() =>
      store.app.inject({ method: 'POST', url: '/api/payments/webhook', headers, payload }),
    );
    expect(recorded.answer.statusCode).toBe(200);
    const { rows } = await store.pool.query('select state from payments where intent = $1', [transactionId]);
    expect(rows).toEqual([{ state: 'succeeded' }]);
    expectIndexes(recorded);
  });

  test('sign-in, sign-out and a forgotten password use indexes', async () => {
    const recorded = await record(async () => {
      const { email, headers } = await people.newcomer();
      const answers = [
        await provider(store.app, '/sign-in/email', { email, password: 'secret-1234' }),
        await provider(store.app, '/request-password-reset', { email }),
        await provider(store.app, '/send-verification-email', { email }, headers),
        await provider(store.app, '/sign-out', {}, headers),
      ];
      return answers.map(({ statusCode }) => statusCode);
    });
    expect(recorded.answer).toEqual([200, 200, 200, 200]);
    expectIndexes(recorded);
  });

  test('the badges of a seller use indexes', async () => {
    const recorded = await record(() => countTodo(store.app.database, people.seller.id));
    expect(recorded.statements).toHaveLength(1);
    expectIndexes(recorded);
  });

  const ofDashboard = pages.filter((page) => page.startsWith('/dashboard'));
  describe.each([
    ['visitor', pages],
    ['buyer', pages],
    ['seller', ofDashboard],
    // Admins neither buy nor sell.
    ['admin', ofDashboard.filter((page) => !page.includes('/receipt/'))],
  ] as const)('for a %s,', (who, pages) => {
    test.each(pages)('the page %s makes few queries, which use indexes', async (page) => {
      const url = await addressOf(page);
      const { cookie = '' } = people.headers[who];
      const { host } = new URL(ORIGIN);
      // The words of an item's name are cached for five seconds. The page of a visitor looks for them.
      if (page === '/items/:id' && who === 'buyer') await store.app.inject({ url, headers: { host } });
      // The session of a cookie is cached for ten minutes, and a slow run takes longer.
      if (cookie) await store.app.inject({ url: '/api/session', headers: { cookie, host } });
      const recorded = await record(() => store.app.inject({ url, headers: { cookie, host } }));
      expect(recorded.answer.statusCode).toBeLessThan(page === '/*' ? 405 : 400);
      expectFew(recorded, maxQueriesOfPage(page));
      // The calls of sellers and admins have their plans checked above.
      if (who === 'visitor' || who === 'buyer') expectIndexes(recorded);
    });
  });

  /** Returns the address of a page, with an existing id. */
  async function addressOf(page: string): Promise<string> {
    const { seller, categoryId } = people;
    return page
      .replace(':categoryId', categoryId)
      .replace(':id', await idFor(page, seller))
      .replace('/*', '/nowhere');
  }

  function idFor(page: string, seller: { id: string }): string | Promise<string> {
    if (page.startsWith('/sellers/')) return seller.id;
    if (page.includes('/disputes/')) return people.dispute();
    if (page.includes('receipt')) return people.sellBooking();
    return /payment|myorders|mybuyers/.test(page) ? people.book() : people.list();
  }

  test('routes for programs make few queries, which use indexes', async () => {
    const routes = store.app.printRoutes({ commonPrefix: false }).matchAll(/^[├└]── (\/[^\s(]+) \(GET/gm);
    const paths = [...routes].flatMap(([, path = '']) => (/^\/(api|sandbox|media)\b/.test(path) ? [] : path));
    const { body } = await store.app.inject('/sitemap.xml');
    const [part = ''] = /\/sitemap-items-[^.]+\.xml/.exec(body) ?? [];
    expect(paths).toContain('/sitemap-items-:part.xml');
    for (const path of paths) {
      const recorded = await record(() => store.app.inject(path.includes(':') ? part : path));
      expect([path, recorded.answer.statusCode]).toEqual([path, 200]);
      expectFew(recorded, OTHER_QUERY_COUNT);
      expectIndexes(recorded, maxRowsFor(path));
    }
  });

  test('periodic jobs use indexes', async () => {
    const { rows } = await store.pool.query('select identifier from graphile_worker._private_known_crontabs');
    expect(rows).not.toEqual([]);
    for (const { identifier } of rows) {
      const recorded = await record(async () => {
        const job = `select graphile_worker.add_job($1, '{}', job_key := $1, max_attempts := 1)`;
        await store.pool.query(job, [identifier]);
        const waits =
          'select from graphile_worker.jobs where key = $1 and (attempts < max_attempts or locked_at is not null)';
        await vi.waitUntil(async () => (await store.pool.query(waits, [identifier])).rowCount === 0, 60_000);
      });
      expectIndexes(recorded);
    }
  });

  test('a seller with very many products is verified, and one with many is deleted, by few queries', async () => {
    const params = { id: people.seller.id };
    const verified = await record(() => people.admin.api.send(verifyUser, { params, body: { verify: 'Verified' } }));
    expect(verified.answer).toEqual({ modifiedCount: 1 });
    expectFew(verified, 8);
    expectIndexes(verified, Number.POSITIVE_INFINITY);
    const { rows } = await store.pool.query(
      "select count(*)::int as n from products where seller_id = $1 and not seller_verified and status <> 'removed'",
      [params.id],
    );
    expect(rows).toEqual([{ n: 0 }]);
    const leaving = { id: people.otherSeller.id };
    const deleted = await record(() => people.admin.api.send(deleteUser, { params: leaving }));
    expect(deleted.answer).toEqual({ deletedCount: 1 });
    // Also the roles, payouts and disputes of a person.
    expectFew(deleted, 33);
    // The deletion reads every row of the seller.
    expectIndexes(deleted, Number.POSITIVE_INFINITY);
  });
}
