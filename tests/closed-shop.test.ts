import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { monthOf } from '#modules/earnings/rules.ts';
import { problemReply } from '#platform/contract/problem.ts';
import { CLEANUP } from '#platform/jobs/cleanup.job.ts';
import { addJob } from '#platform/jobs/job-runner.ts';
import { calls } from './support/contracts.ts';
import type { Ask } from './support/owners.ts';
import { OWNERSHIP } from './support/ownership.ts';
import { loadSourcePages } from './support/pages.ts';
import { createTestDatabase } from './support/postgres.ts';
import { allRows, untilIdle } from './support/rows.ts';
import { sendCall } from './support/send.ts';
import { openTestPeople, type TestPeople } from './support/test-people.ts';
import { openTestStore, provider, type TestStore } from './support/test-store.ts';

const AUTH_SECRET = 'a secret of at least 32 characters';
const READS = [...calls].filter(([line, call]) => line.startsWith('GET ') && !call.spec.redirects);
const WRITES = [...calls].filter(([line]) => !line.startsWith('GET '));
/** Replies that differ each time, or between two card gateways of the demo. */
const VARYING_REPLIES = [
  'GET /jwt',
  'GET /payment-settings',
  'GET /me/data',
  'GET /audit',
  // The end of a hold for cash that begins now.
  'GET /bookings/{id}',
];
/** An admin's export is recorded in the audit log, and changes nothing else. */
const isAuditEntry = (row: string) => row.startsWith('admin_acts ');

interface Prepared extends Ask {
  headers: Record<string, string>;
  /** The reply of the open shop, for reads. */
  before?: string;
}

let shop: TestStore;
let people: TestPeople;
const prepared = new Map<string, Prepared>();

/** Opens a shop, creates the input of each call, and opens the same shop again as closed. */
beforeAll(async () => {
  const database = await createTestDatabase();
  const open = await openTestStore({ AUTH_SECRET }, { database: { ...database, drop: async () => undefined } });
  people = await openTestPeople(open);
  for (const [line, call] of calls) {
    const { whose, ask } = OWNERSHIP[line] ?? {};
    const role = call.spec.access;
    const who = whose && whose !== 'nobody' ? whose : role === 'seller' || role === 'admin' ? role : 'buyer';
    const asked = (await ask?.(people, who)) ?? {};
    prepared.set(line, { ...asked, headers: asked.owner ?? people.headers[who] });
  }
  await untilIdle(open.db);
  for (const [line, call] of READS) {
    const answer = await sendCall(open.app, call, asking(line), asking(line).headers);
    expect(answer.statusCode, `${line}: ${answer.body}`).toBe(200);
    asking(line).before = answer.body;
  }
  await open.close();
  shop = await openTestStore({ AUTH_SECRET, CLOSED: 'on' }, { database, pages: loadSourcePages });
  await addJob(shop.db, CLEANUP, {});
});
afterAll(() => shop?.close());

function asking(line: string): Prepared {
  const found = prepared.get(line);
  if (!found) throw new Error(`${line} is not prepared`);
  return found;
}

describe('while the shop is closed', () => {
  test.each(WRITES)('%s is refused, and nothing has changed', async (line, call) => {
    const before = await allRows(shop.db);
    const answer = await sendCall(shop.app, call, asking(line), asking(line).headers);
    expect(answer.statusCode, answer.body).toBe(503);
    expect(answer.headers).toMatchObject({ 'retry-after': '600', 'cache-control': 'no-store' });
    expect(problemReply.strict().parse(answer.json())).toMatchObject({
      title: 'closed',
      message: 'The store is closed. Nothing was changed. Try again later.',
    });
    const inBangla = { ...asking(line).headers, 'accept-language': 'bn' };
    const again = await sendCall(shop.app, call, asking(line), inBangla);
    expect([again.statusCode, again.json().message]).toEqual([503, expect.stringMatching(/দোকান .* বন্ধ/)]);
    expect(await allRows(shop.db)).toEqual(before);
  });

  test.each(READS)('%s answers as before', async (line, call) => {
    const before = await allRows(shop.db);
    const answer = await sendCall(shop.app, call, asking(line), asking(line).headers);
    expect(answer.statusCode, answer.body).toBe(200);
    if (!VARYING_REPLIES.includes(line)) expect(answer.body).toBe(asking(line).before);
    const after = await allRows(shop.db);
    const isExport = line.endsWith('.csv');
    expect(isExport ? after.filter((row) => before.includes(row) || !isAuditEntry(row)) : after).toEqual(before);
  });

  test('sign-in, registration, links of e-mails and the return from a provider are refused', async () => {
    const before = await allRows(shop.db);
    const { email, password } = people.buyer;
    for (const [path, body] of [
      ['/sign-in/email', { email, password }],
      ['/sign-up/email', { name: 'Nusrat', email: 'nusrat@example.com', password: 'secret-1234' }],
      ['/request-password-reset', { email }],
      ['/sign-in/social', { provider: 'google' }],
    ] as const) {
      const answer = await provider(shop.app, path, body);
      expect([path, answer.statusCode, answer.json().title]).toEqual([path, 503, 'closed']);
    }
    for (const path of [
      'auth/verify-email?token=x',
      'auth/callback/google?code=x&state=x',
      'auth/oauth-popup/start?provider=google',
      'payments/bkash/return?paymentID=TR0011&status=success',
    ]) {
      const { statusCode, headers } = await shop.app.inject(`/api/${path}`);
      expect([path, statusCode, headers.location]).toEqual([path, 303, '/login']);
    }
    expect(await allRows(shop.db)).toEqual(before);
  });

  test('a link takes no effect in any spelling of its path [T7]', async () => {
    const before = await allRows(shop.db);
    const query = 'token=x&provider=google&callbackURL=%2Fverified';
    for (const path of [
      `/api/auth/./verify-email?${query}`,
      `/api/auth/%2e/verify-email?${query}`,
      `/api/auth/x/../callback/google?${query}`,
      `/api/auth/x/%2E%2e/oauth-popup/start?${query}`,
      `/api/auth/x\\..\\verify-email?${query}`,
      `http://elsewhere.example/api/auth/verify-email?${query}`,
      `http://elsewhere.example/api/auth/./oauth-popup/start?${query}`,
    ])
      expect([path, await statusOf('GET', path)]).toEqual([path, 303]);
    for (const path of ['/api/payments/bkash/%72eturn', '/api/%70ayments/bkash/return']) {
      const { statusCode, headers } = await shop.app.inject(`${path}?paymentID=TR0011&status=success`);
      expect([path, statusCode, headers.location]).toEqual([path, 303, '/login']);
    }
    expect([503, 404]).toContain(await statusOf('POST', '/api/contact/../auth/sign-out'));
    expect(await allRows(shop.db)).toEqual(before);
  });

  test('pages can be read, and say that the shop is closed', async () => {
    const { buyer, seller } = people;
    const itemId = asking('GET /items/{id}').params?.id;
    for (const [path, cookie] of [
      ['/', ''],
      [`/items/${itemId}`, ''],
      ['/search?q=pram', buyer.cookie],
      ['/terms', ''],
      [`/products/${people.categoryId}`, buyer.cookie],
      ['/dashboard/myorders', buyer.cookie],
      ['/dashboard/myproduct', seller.cookie],
    ] as const) {
      const answer = await page(path, cookie);
      expect([path, answer.statusCode]).toEqual([path, 200]);
      expect(answer.body, path).toContain('The store is closed for now. Home page and items');
    }
    expect((await page('/?lang=bn')).body).toContain('দোকান আপাতত বন্ধ');
  });

  test('a page that only changes data is replaced by a notice', async () => {
    const { buyer, seller } = people;
    const bookingId = asking('GET /bookings/{id}').params?.id;
    const productId = asking('GET /my-products/{id}').params?.id;
    for (const [path, cookie] of [
      ['/login', ''],
      ['/signup', ''],
      ['/forgot', ''],
      ['/reset?token=x', ''],
      ['/dashboard/addproduct', seller.cookie],
      [`/dashboard/myproduct/${productId}/edit`, seller.cookie],
      [`/dashboard/payment/${bookingId}`, buyer.cookie],
    ] as const) {
      const answer = await page(path, cookie);
      expect([path, answer.statusCode, answer.headers['retry-after']]).toEqual([path, 503, '600']);
      expect(answer.body, path).toContain('<h1>The store is closed for now</h1>');
      expect(answer.body, path).not.toMatch(/<form[^>]* method="post"/);
    }
  });

  test('a form that is sent without a script is refused', async () => {
    const before = await allRows(shop.db);
    const { body: letter = {} } = asking('POST /contact');
    const form = new URLSearchParams(letter as Record<string, string>);
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await shop.app.inject({ method: 'POST', url: '/contact', headers, payload: String(form) });
    expect(answer.body).toContain('Nothing was changed.');
    expect(await allRows(shop.db)).toEqual(before);
  });

  test('a sale that the clock has called off stays as it is when its seller reads the earnings', async () => {
    const { rows } = await shop.pool.query(
      `update bookings set pickup_until = now() - interval '8 days', pickup_ends_at = now() - interval '1 day'
        where id = (select b.id from bookings b join users u on u.id = b.seller_id
          where u.email = $1 and b.state = 'paid' and b.claimed_until is null limit 1) returning id`,
      [people.seller.email],
    );
    expect(rows).toHaveLength(1);
    const before = await allRows(shop.db);
    const month = monthOf(new Date());
    for (const path of ['', '/lines', '/lines?show=released', '/lines.csv', `/statement?month=${month}`]) {
      const headers = { authorization: `Bearer ${people.seller.token}` };
      expect((await shop.app.inject({ url: `/api/my-earnings${path}`, headers })).statusCode).toBe(200);
    }
    expect(await allRows(shop.db)).toEqual(before);
  });

  test('it is ready, and no job runs', async () => {
    expect((await shop.app.inject('/readyz')).statusCode).toBe(200);
    const { rows } = await shop.pool.query(
      'select task_identifier, attempts from graphile_worker.jobs where key is null',
    );
    expect(rows).toEqual([{ task_identifier: CLEANUP, attempts: 0 }]);
  });

  test('signing out works', async () => {
    const { cookie } = people.otherSeller;
    expect((await provider(shop.app, '/sign-out', {}, { cookie })).statusCode).toBe(200);
    expect((await shop.app.inject({ url: '/api/session', headers: { cookie } })).json()).toEqual({ email: null });
  });
});

/** Sends a request target as it stands, which other clients would normalise. */
function statusOf(method: string, target: string): Promise<number | undefined> {
  const { hostname, port } = new URL(shop.address);
  return new Promise((resolve, reject) => {
    const asked = request({ hostname, port, method, path: target }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    asked.on('error', reject).end();
  });
}

const page = (url: string, cookie = '') => shop.app.inject({ url, headers: cookie ? { cookie } : {} });
