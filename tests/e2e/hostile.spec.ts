import { createHash } from 'node:crypto';
import { type APIRequestContext, expect } from '@playwright/test';
import { asAdmin, call, openCaller, register } from './people.ts';
import { book, openSellerFixture } from './seller-fixture.ts';
import { ready, test } from './visit.ts';

const EVIL = '</script><script>window.kanari = 1</script>';
/** A text with markup, quotes and line separators. */
const HOSTILE_TEXT = `${EVIL}<img src=x onerror=window.kanari=1>\u2028\u2029<!-- "'&`;

const PAGES = [
  '/',
  '/login',
  '/signup',
  '/forgot',
  '/reset',
  '/verified',
  '/about',
  '/contact',
  '/blog',
  '/terms',
  '/dashboard',
];
const ODD_PATHS = [
  '/%',
  '/%ff',
  '/%00',
  '/%e0%a4%a',
  '/products/%ff',
  '/products/%00',
  '/products/x',
  '/dashboard/payment/%ff',
  '/login/%0d%0aSet-Cookie:x=1',
  '//evil.example',
  '//evil.example/%2e%2e',
  '/\\evil.example',
  '/%5cevil.example',
  '/..%2f..%2fetc/passwd',
  '/%2e%2e/%2e%2e/package.json',
  '/assets/..%2f..%2fserver/index.js',
  '/.env',
  '/.git/config',
  '/build/server/index.js',
  '/nothing.data',
  '/products/%ff.data',
  '/__manifest?paths=%00&version=1',
  `/${'a'.repeat(6000)}`,
  `/${encodeURIComponent(EVIL)}`,
];
const ODD_QUERIES = [
  'from=//evil.example',
  'from=javascript:alert(1)',
  'from=/%09/evil.example',
  'from=%00',
  'from=%ff',
  'from[]=x&from=y',
  'lang=bn',
  'lang=xx%0d%0aX:y',
  '_routes=root',
  '__proto__=x',
  `token=${encodeURIComponent(EVIL)}`,
  `q=${encodeURIComponent(HOSTILE_TEXT)}&cursor=${encodeURIComponent(HOSTILE_TEXT)}`,
  'a=b&'.repeat(1500),
];

/** Sends a request without following redirects, and checks the rules of every reply. */
async function ask(request: APIRequestContext, method: string, path: string, more: object = {}) {
  const origin = `http://localhost:${process.env.E2E_PORT}`;
  const answer = await request.fetch(origin + path, { method, maxRedirects: 0, failOnStatusCode: false, ...more });
  const headers = answer.headers();
  const label = `${method} ${path.slice(0, 100)} ${answer.status()}`;
  expect(answer.status(), label).toBeLessThan(500);
  const { location } = headers;
  if (location) expect(location, label).toMatch(/^\/(?![/\\])/);
  expect(headers['x-content-type-options'], label).toBe('nosniff');
  expect(headers['content-security-policy'], label).toContain("default-src 'none'");
  expect(headers['referrer-policy'], label).toBeTruthy();
  expect(headers['x-request-id'], label).toMatch(/^[a-z0-9]{12}$/);
  return { answer, headers, label };
}

/** Expects that the policy allows each script and style of a page. No text of a person became markup. */
function expectNothingForeign(html: string, policy: string, label: string): void {
  expect(html, label).not.toContain('<script>window.kanari');
  expect(html, label).not.toContain('<img src=x');
  const nonce = /script-src [^;]*'nonce-([\da-f]{32})'/.exec(policy)?.[1];
  const isAllowed = (tag: string, code: string) =>
    (nonce !== undefined && tag.includes(`nonce="${nonce}"`)) ||
    policy.includes(`'sha256-${createHash('sha256').update(code).digest('base64')}'`) ||
    /\bsrc="\/[\w./-]+"|\btype="application\/json"/.test(tag);
  expect(policy).not.toMatch(/(script|style)-src [^;]*unsafe/);
  const inline = [...html.matchAll(/(<(script|style)\b[^>]*>)([\s\S]*?)<\/\2>/g)];
  expect(inline.length, label).toBeGreaterThan(0);
  for (const [, tag = '', , code = ''] of inline) expect(isAllowed(tag, code), `${label}: ${tag}`).toBe(true);
  expect(html, label).not.toMatch(/<[^>]+\son\w+\s*=\s*["']/);
}

test('no path, query or form gets a 5xx, a redirect to another site, or a reply without its headers [P12 T19]', async ({
  request,
}) => {
  async function askPage(page: string): Promise<void> {
    for (const query of ODD_QUERIES) {
      const { answer, headers, label } = await ask(request, 'GET', `${page}?${query}`);
      if (answer.status() === 200)
        expectNothingForeign(await answer.text(), headers['content-security-policy'] ?? '', label);
    }
    for (const method of ['HEAD', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']) await ask(request, method, page);
    const forms = [
      '',
      'email=a&password=%ff%00',
      `name=${encodeURIComponent(HOSTILE_TEXT)}&email=${encodeURIComponent(HOSTILE_TEXT)}`,
    ];
    for (const data of [...forms, 'x'.repeat(100_000)])
      for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain', ';'])
        await ask(request, 'POST', page, { data, headers: { 'content-type': type } });
  }
  await Promise.all(PAGES.map(askPage));
  for (const path of ODD_PATHS) for (const method of ['GET', 'POST', 'PUT']) await ask(request, method, path);
});

test('every kind of reply has its headers', async ({ request }) => {
  for (const path of [
    ...['/', '/nothing', '/favicon.svg', '/media/x', '/healthz', '/readyz', '/api/categories', '/api/nothing'],
    ...['/api/docs', '/api/openapi.json', '/api/auth/ok', '/api/auth/nothing', '/sandbox/outbox/', '/sandbox/stripe/'],
    ...['/?lang=en', '/login.data', '/metrics', '/api/me'],
  ]) {
    const { headers, label } = await ask(request, 'GET', path);
    expect(headers['x-powered-by'], label).toBeUndefined();
    expect(headers.server, label).toBeUndefined();
    expect(headers['access-control-allow-origin'], label).toBeUndefined();
    if (path.startsWith('/api/') && !path.startsWith('/api/docs') && !path.includes('auth'))
      expect(headers['cache-control'], label).toBe('no-store');
  }
  const { headers } = await ask(request, 'GET', '/');
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  expect(headers.vary).toMatch(/cookie/);
});

test('the Host header of a request is in no page [T30]', async ({ request }) => {
  for (const name of ['host', 'x-forwarded-host', 'forwarded', 'x-original-url', 'x-rewrite-url']) {
    const value = name === 'forwarded' ? 'host=evil.example;proto=https' : 'evil.example';
    const { answer } = await ask(request, 'GET', '/', { headers: { [name]: value } });
    expect(await answer.text(), name).not.toContain('evil.example');
  }
});

test('names, descriptions, reasons and messages are text on every page [T22]', async ({ visit }) => {
  const text = HOSTILE_TEXT.replace(/[\u2028\u2029]/g, '');
  const fixture = await openSellerFixture('Prams', `Rima ${EVIL}`);
  const itemId = await fixture.list(text.slice(0, 120), { description: HOSTILE_TEXT, location: EVIL });
  const seller = await openCaller();
  await call(seller, fixture.seller.token, 'PUT', `/my-products/${itemId}?advertiseEnable=true`);
  await call(seller, '', 'POST', '/contact', {
    ...{ name: EVIL, email: 'kanari@example.com', subject: 'other', message: HOSTILE_TEXT },
  });

  const { page } = await visit({ refused: [401] });
  const buyer = await register(page, `Kanari ${EVIL}`, 'Buyer');
  await call(page, buyer.token, 'POST', '/reports', { productId: itemId, reason: HOSTILE_TEXT });
  const categories: { _id: string; categoryName: string }[] = await (await page.request.get('/api/categories')).json();
  await book(page, buyer, itemId);
  for (const path of ['/', '/dashboard/myorders', ...categories.slice(0, 3).map(({ _id }) => `/products/${_id}`)]) {
    const { answer, headers, label } = await ask(page.request, 'GET', path);
    if (answer.status() === 200)
      expectNothingForeign(await answer.text(), headers['content-security-policy'] ?? '', label);
    await page.goto(path);
    await ready(page);
    expect(await page.evaluate(() => 'kanari' in window), path).toBe(false);
  }

  const { page: adminPage } = await visit();
  await asAdmin(adminPage);
  for (const path of [
    '/dashboard/messages',
    '/dashboard/reporteditems',
    '/dashboard/allbuyers',
    '/dashboard/allsellers',
  ]) {
    await adminPage.goto(path);
    await ready(adminPage);
    await expect(adminPage.getByText('window.kanari = 1').first()).toBeVisible();
    expect(await adminPage.evaluate(() => 'kanari' in window), path).toBe(false);
  }
  const { answer } = await ask(adminPage.request, 'GET', '/sandbox/outbox/');
  expect(await answer.text()).not.toContain('<script>window');
  // Other tests open the first product of the home page.
  await call(seller, fixture.seller.token, 'PUT', `/my-products/${itemId}?advertiseEnable=false`);
  await Promise.all([seller.close(), fixture.close()]);
});
