import { type APIResponse, expect } from '@playwright/test';
import { test } from './visit.ts';

/** Paths with a policy of their own. */
const OWN_POLICY: Record<string, string> = {
  // The interface of the API's document has its own scripts.
  '/api/docs/': "script-src 'self'",
  // Pages of the store show the card form in a frame.
  '/sandbox/stripe/field': "frame-ancestors 'self'",
};

const ANSWERS = [
  ['a call', 'GET /api/categories', 200],
  ['a call that needs a signed-in person', 'GET /api/me', 401],
  ['a call that does not exist', 'GET /api/nothing', 404],
  ['a call that cannot be read', 'POST /api/contact', 415],
  ['the API’s document', 'GET /api/openapi.json', 200],
  ['the API’s page', 'GET /api/docs/', 200],
  ['the identity provider', 'GET /api/auth/jwks', 200],
  ['a closed endpoint of the identity provider', 'GET /api/auth/update-user', 404],
  ['a page', 'GET /', 200],
  ['a page with a form', 'GET /login', 200],
  ['a page that does not exist', 'GET /nowhere', 404],
  ['a page in the language of its address', 'GET /?lang=bn', 200],
  ['a redirect', 'GET /products/0190a0a0-0000-7000-8000-000000000000', 302],
  ['the rules for crawlers', 'GET /robots.txt', 200],
  ['the sitemap', 'GET /sitemap.xml', 200],
  ['a page with another method', 'PUT /login', 405],
  ['a file of a page', 'GET {asset}', 200],
  ['a public file', 'GET /favicon.svg', 200],
  ['a picture', 'GET /demo/01-pram-gada-mint-800.webp', 200],
  ['a file that does not exist', 'GET /assets/nothing.js', 404],
  ['a photo that does not exist', 'GET /media/0190a0a0-0000-7000-8000-000000000000-800.webp', 404],
  ['a malformed address', 'GET /%ff', 404],
  ['a malformed address of the API', 'GET /api/%ff', 400],
  ['the health check', 'GET /healthz', 200],
  ['the script of the card sandbox', 'GET /sandbox/stripe/stripe.js', 200],
  ['the card form of the sandbox', 'GET /sandbox/stripe/field', 200],
  ['the payments of the card sandbox', 'GET /sandbox/stripe/', 200],
  ['the payments of the bKash stand-in', 'GET /sandbox/bkash/', 200],
  ['the page of an unknown payment at the SSLCommerz stand-in', 'GET /sandbox/sslcommerz/pay/none', 404],
  ['the demo’s OpenID provider', 'GET /sandbox/openid/auth', 400],
  ['the outbox of the demo', 'GET /sandbox/outbox', 200],
] as const;

test.describe('the security headers are on [15.10]', () => {
  for (const [what, line, status] of ANSWERS)
    test(`${what}: ${line}`, async ({ request }) => {
      const [method = '', address = ''] = line.split(' ');
      const path = address === '{asset}' ? await anAsset(await request.get('/')) : address;
      const data = method === 'POST' ? { headers: { 'content-type': 'text/plain' }, data: 'x' } : {};
      const answer = await request.fetch(path, { method, maxRedirects: 0, ...data });
      expect(answer.status()).toBe(status);
      const headers = answer.headers();
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['referrer-policy']).toMatch(/^(strict-origin-when-cross-origin|no-referrer)$/);
      expect(headers['x-request-id']).toMatch(/^[a-z0-9]{12}$/);
      expect(headers['cache-control']).toBeTruthy();
      expect(headers).not.toHaveProperty('server');
      expect(headers).not.toHaveProperty('x-powered-by');
      const policy = headers['content-security-policy'] ?? '';
      expect(policy).not.toMatch(/script-src[^;]*'unsafe-(inline|eval)'|script-src[^;]* (https?:|\*|data:)/);
      // Old browsers know only this header.
      const isFramed = !policy.includes("frame-ancestors 'none'");
      expect(headers['x-frame-options']).toBe(isFramed ? undefined : 'DENY');
      if (OWN_POLICY[path]) expect(policy).toContain(OWN_POLICY[path]);
      else
        for (const part of ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
          expect(policy).toContain(part);
    });
});

async function anAsset(page: APIResponse): Promise<string> {
  return /\/assets\/[\w.-]+\.js/.exec(await page.text())?.[0] ?? '';
}

test('every page outside the page cache has its own nonce, which all its scripts carry', async ({ request }) => {
  const nonces = new Set<string>();
  for (let n = 0; n < 3; n += 1) {
    const page = await request.get('/login');
    const nonce =
      /script-src[^;]*'nonce-([\da-f]{32})'/.exec(page.headers()['content-security-policy'] ?? '')?.[1] ?? '';
    const scripts = (await page.text()).match(/<script\b[^>]*>/g) ?? [];
    expect(scripts.length).toBeGreaterThan(0);
    for (const script of scripts) expect(script).toMatch(new RegExp(`nonce="${nonce}"|\\ssrc="/`));
    nonces.add(nonce);
  }
  expect(nonces.size).toBe(3);
});

test('personal replies are not cached, and files with a hash are cached for a year', async ({ request }) => {
  const keep = async (path: string) => (await request.get(path)).headers()['cache-control'];
  for (const path of ['/api/categories', '/api/me', '/api/session']) expect(await keep(path)).toBe('no-store');
  expect(await keep('/')).toBe('private, no-cache');
  expect(await keep(await anAsset(await request.get('/')))).toBe('public, max-age=31536000, immutable');
});

test('every visitor gets the same home page, and the policy has a hash for each of its scripts and styles', async ({
  request,
}) => {
  const first = await request.get('/');
  const { etag = '', 'content-security-policy': policy = '' } = first.headers();
  expect(policy).toMatch(/script-src 'self' 'sha256-.*style-src 'self' 'sha256-/);
  expect(policy).not.toContain('nonce');
  expect(await first.text()).not.toContain('nonce=');
  const again = await request.get('/', { headers: { 'if-none-match': etag } });
  // The page may have changed after a second.
  expect([again.status(), again.status() === 304 || again.headers().etag !== etag]).toEqual([again.status(), true]);
  const bangla = await request.get('/', { headers: { cookie: 'lang=bn' } });
  expect(await bangla.text()).toContain('lang="bn"');
  expect(bangla.headers().vary).toBe('accept-encoding, cookie, accept-language');
});

test('a request with a session cookie gets an own home page', async ({ request }) => {
  const page = await request.get('/', { headers: { cookie: 'better-auth.session_token=some' } });
  expect(page.headers()).not.toHaveProperty('etag');
  expect(page.headers()['content-security-policy']).toMatch(/script-src[^;]*'nonce-/);
});
