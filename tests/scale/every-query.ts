import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { deleteUser, verifyUser } from '#modules/identity/contract.ts';
import { type Cast, openCast } from '../support/cast.ts';
import { maxQueriesOf, maxQueriesOfPage, OTHER_QUERY_COUNT } from '../support/few-queries.ts';
import { loadSourcePages, pages } from '../support/pages.ts';
import type { TestDatabase } from '../support/postgres.ts';
import { untilIdle } from '../support/rows.ts';
import { ORIGIN, openTestStore, provider, type TestStore } from '../support/test-store.ts';
import { makeHeavy } from './heavy.ts';
import { faultsOf, largeTables, type Measure } from './judge.ts';
import { type Heard, listenToPlans, type Planned, tellPlans } from './told-plans.ts';
import { allVisits, nextOf } from './visits.ts';

/** What is much, in a store with so many products. */
function sizeOf(products: number) {
  return {
    /** How much the people have who make the calls. */
    heavy: Math.max(250, products / 125),
    /** Tables with more rows are large. */
    large: Math.max(2000, products / 100),
    /** How many rows may be read for few. */
    rows: Math.max(240, products / 200),
  };
}

/** What may read many rows for few, if by an index. */
const MANY_ROWS: [paths: RegExp, rows: number][] = [
  // A search looks at more than it gives, up to its own limits, which tests/scale/searches.ts holds.
  [/search|similar/, 100_000],
  // A file says how much people have sold and bought, to the last one.
  [/^\/exports/, Number.POSITIVE_INFINITY],
  // What is held and due is counted for those who run the store.
  [/^\/metrics/, 50_000],
];

/** Limits are counted in the database, too; but not here, where one person does everything. */
const SETTINGS = {
  LOG_LEVEL: 'fatal',
  RATE_LIMITS: 'on',
  ...Object.fromEntries(
    ['TRIES', 'FAILURES', 'LETTERS', 'HOLDS', 'INTENTS', 'DECLINES', 'WRITES'].map((name) => [
      `LIMIT_${name}`,
      '100000',
    ]),
  ),
};

/** Makes every call, opens every page and does whatever runs by the clock, and reads the plan of each statement of them. */
export function readEveryPlan(
  products: number,
  ways: readonly Planned[],
  fillDatabase: () => Promise<TestDatabase>,
): void {
  const size = sizeOf(products);
  const hearing = listenToPlans();
  let store: TestStore;
  let cast: Cast;
  let measure: Measure;
  beforeAll(async () => {
    const database = await fillDatabase();
    await tellPlans(database.url);
    store = await openTestStore(SETTINGS, { database, pages: loadSourcePages });
    cast = await openCast(store);
    await makeHeavy(store.pool, cast, size.heavy);
    measure = { large: await largeTables(store.pool, size.large), rows: size.rows };
  });
  afterAll(async () => {
    hearing.stop();
    await store?.close();
  });

  async function listen<T>(work: () => Promise<T>, planned: Planned = 'force_custom_plan'): Promise<Heard<T>> {
    await store.pool.query(`delete from limit_counts where bucket not like 'fill:%'`);
    return hearing.during(planned, work, () => untilIdle(store.db));
  }

  const rowsFor = (path: string) => MANY_ROWS.find(([paths]) => paths.test(path))?.[1];

  function expectIndexes({ told }: Heard<unknown>, rows = measure.rows): void {
    const faults = told.flatMap((one) =>
      faultsOf(one, { ...measure, rows }).map(
        (fault) => `${fault}, in: ${one.text.replace(/\s+/g, ' ').slice(0, 200)}`,
      ),
    );
    expect([...new Set(faults)]).toEqual([]);
  }

  function expectFew({ asked }: Heard<unknown>, most: number): void {
    const lines = [...Map.groupBy(asked, (text) => text)].map(([text, all]) => `${all.length} × ${text}`);
    expect(asked.length, lines.join('\n')).toBeLessThanOrEqual(most);
  }

  describe.each(ways)('with %s,', (planned) => {
    test.each(allVisits())('$name makes few queries, which go by indexes', async ({ call, prepare }) => {
      const ask = await prepare(store, cast);
      const first = await listen(() => ask(), planned);
      const next = nextOf(first.answer);
      for (const heard of next ? [first, await listen(() => ask(next), planned)] : [first]) {
        const { statusCode, body } = heard.answer;
        // The provider's signature is nobody else's to give.
        if (call.spec.access !== 'provider') expect([statusCode, body]).toEqual([200, body]);
        expectFew(heard, maxQueriesOf(call, heard.answer));
        expectIndexes(heard, rowsFor(call.path));
      }
    });
  });

  test('what the card provider tells goes by indexes', async () => {
    const { transactionId } = await cast.payUnrecorded();
    const payload = JSON.stringify({
      id: 'evt_of_a_test',
      object: 'event',
      type: 'payment_intent.succeeded',
      data: { object: { id: transactionId } },
    });
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: cast.desk.webhookSecret });
    const headers = { 'stripe-signature': signature, 'content-type': 'application/json' };
    const heard = await listen(() =>
      store.app.inject({ method: 'POST', url: '/api/payments/webhook', headers, payload }),
    );
    expect(heard.answer.statusCode).toBe(200);
    const { rows } = await store.pool.query('select state from payments where intent = $1', [transactionId]);
    expect(rows).toEqual([{ state: 'succeeded' }]);
    expectIndexes(heard);
  });

  test('who comes, goes and forgets their password is found by indexes', async () => {
    const heard = await listen(async () => {
      const { email, headers } = await cast.newcomer();
      const answers = [
        await provider(store.app, '/sign-in/email', { email, password: 'secret-1234' }),
        await provider(store.app, '/request-password-reset', { email }),
        await provider(store.app, '/send-verification-email', { email }, headers),
        await provider(store.app, '/sign-out', {}, headers),
      ];
      return answers.map(({ statusCode }) => statusCode);
    });
    expect(heard.answer).toEqual([200, 200, 200, 200]);
    expectIndexes(heard);
  });

  describe.each(['visitor', 'buyer'] as const)('for a %s,', (who) => {
    test.each(pages)('the page %s makes few queries, which go by indexes', async (page) => {
      const url = await addressOf(page);
      const { cookie = '' } = cast.headers[who];
      const heard = await listen(() => store.app.inject({ url, headers: { cookie, host: new URL(ORIGIN).host } }));
      expect(heard.answer.statusCode).toBeLessThan(page === '/*' ? 405 : 400);
      expectFew(heard, maxQueriesOfPage(page));
      expectIndexes(heard);
    });
  });

  /** With things of the people in it. */
  async function addressOf(page: string): Promise<string> {
    const { seller, categoryId } = cast;
    const ofSeller = page.startsWith('/sellers/') ? seller.id : undefined;
    const id = ofSeller ?? (page.includes('payment') ? await cast.book() : await cast.list());
    return page.replace(':categoryId', categoryId).replace(':id', id).replace('/*', '/nowhere');
  }

  test('what programs ask makes few queries, which go by indexes', async () => {
    const routes = store.app.printRoutes({ commonPrefix: false }).matchAll(/^[├└]── (\/[^\s(]+) \(GET/gm);
    const paths = [...routes].flatMap(([, path = '']) => (/^\/(api|sandbox|media)\b/.test(path) ? [] : path));
    const { body } = await store.app.inject('/sitemap.xml');
    const [part = ''] = /\/sitemap-items-[^.]+\.xml/.exec(body) ?? [];
    expect(paths).toContain('/sitemap-items-:part.xml');
    for (const path of paths) {
      const heard = await listen(() => store.app.inject(path.includes(':') ? part : path));
      expect([path, heard.answer.statusCode]).toEqual([path, 200]);
      expectFew(heard, OTHER_QUERY_COUNT);
      expectIndexes(heard, rowsFor(path));
    }
  });

  test('what runs by the clock goes by indexes', async () => {
    const { rows } = await store.pool.query('select identifier from graphile_worker._private_known_crontabs');
    expect(rows).not.toEqual([]);
    for (const { identifier } of rows) {
      const heard = await listen(async () => {
        const job = `select graphile_worker.add_job($1, '{}', job_key := $1, max_attempts := 1)`;
        await store.pool.query(job, [identifier]);
        const waits =
          'select from graphile_worker.jobs where key = $1 and (attempts < max_attempts or locked_at is not null)';
        await vi.waitUntil(async () => (await store.pool.query(waits, [identifier])).rowCount === 0, 60_000);
      });
      expectIndexes(heard);
    }
  });

  test('a seller of very much is verified, and one of much is deleted, at once and by few queries', async () => {
    const params = { id: cast.seller.id };
    const verified = await listen(() => cast.admin.api.send(verifyUser, { params, body: { verify: 'Verified' } }));
    expect(verified.answer).toEqual({ modifiedCount: 1 });
    expectFew(verified, 8);
    expectIndexes(verified, Number.POSITIVE_INFINITY);
    const { rows } = await store.pool.query(
      "select count(*)::int as n from products where seller_id = $1 and not seller_verified and status <> 'removed'",
      [params.id],
    );
    expect(rows).toEqual([{ n: 0 }]);
    const leaving = { id: cast.otherSeller.id };
    const deleted = await listen(() => cast.admin.api.send(deleteUser, { params: leaving }));
    expect(deleted.answer).toEqual({ deletedCount: 1 });
    expectFew(deleted, 26);
    // All that they had is gone through, with all that hangs on it.
    expectIndexes(deleted, Number.POSITIVE_INFINITY);
  });
}
