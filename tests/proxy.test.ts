import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { freePort } from '#embedded-postgres/postmaster.ts';
import { publishLive } from '#platform/live/live-events.ts';
import { openLiveStream } from './support/live-stream.ts';
import { HAS_NGINX, openNginx } from './support/nginx.ts';
import { loadSourcePages } from './support/pages.ts';
import { openTestStore, type TestStore } from './support/test-store.ts';

/** The public port, which the documented `proxy_set_header Host $host` omits. */
const port = await freePort();
const ORIGIN = `http://shop.test:${port}`;

let store: TestStore;
let nginx: Awaited<ReturnType<typeof openNginx>> | undefined;
beforeAll(async () => {
  store = await openTestStore({ PUBLIC_URL: ORIGIN, TRUST_PROXY: '1', LOG_LEVEL: 'fatal' }, { pages: loadSourcePages });
  if (HAS_NGINX) nginx = await openNginx(port, store.address);
});
afterAll(async () => {
  await nginx?.close();
  await store.close();
});

interface Asked {
  method?: string;
  cookie?: string;
  origin?: string;
  /** The JSON body. */
  body?: object;
  form?: Record<string, string>;
}

const PROXIES = [
  ['when a proxy drops the port from the host', () => store.address, 'shop.test'],
  [
    `through nginx as documented${HAS_NGINX ? '' : ' (skipped: nginx is not installed)'}`,
    () => `http://127.0.0.1:${port}`,
    `shop.test:${port}`,
  ],
] as const;

describe.each(PROXIES)('a store whose PUBLIC_URL has a port, %s', (proxy, address, host) => {
  async function ask(path: string, { method = 'GET', cookie = '', origin = ORIGIN, body, form }: Asked = {}) {
    const type = form ? 'application/x-www-form-urlencoded' : 'application/json';
    const headers = { host, cookie, origin, ...(body || form ? { 'content-type': type } : {}) };
    const asked = request(address() + path, { method, headers });
    asked.end(form ? new URLSearchParams(form).toString() : body && JSON.stringify(body));
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    const text = (await answer.setEncoding('utf8').toArray()).join('');
    const cookies = (answer.headers['set-cookie'] ?? []).map((line) => line.split(';')[0]);
    return { status: answer.statusCode, text, cookie: cookies.join('; ') };
  }

  test.skipIf(!HAS_NGINX && proxy.includes('nginx'))('is signed in to, used, and listened to', async () => {
    const who = { name: 'Rumana Islam', email: `rumana${host.length}@example.com` };
    const signUp = { ...who, password: 'secret-1234' };
    const entered = await ask('/api/auth/sign-up/email', { method: 'POST', body: signUp });
    expect([entered.status, entered.cookie]).toEqual([200, expect.stringContaining('session_token')]);
    const { cookie } = entered;
    const registered = await ask('/api/users', { method: 'POST', cookie, body: { ...who, userCategory: 'Buyer' } });
    expect([registered.status, registered.text]).toEqual([200, expect.stringContaining('insertedId')]);
    const session = await ask('/api/session', { cookie });
    expect([session.status, session.text]).toEqual([200, JSON.stringify({ email: who.email })]);
    expect(await ask(`/api/jwt?email=${who.email}`, { cookie })).toMatchObject({ status: 200 });

    // A form that is submitted before scripts load.
    const form = { email: 'not an address', password: '' };
    const page = await ask('/login', { method: 'POST', form });
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('<html')]);

    const line = await openLiveStream(address(), cookie);
    // Events are lost until the store's LISTEN connection works.
    await vi.waitFor(() => {
      publishLive(store.app.database, [JSON.parse(registered.text).insertedId]);
      expect(line.events).not.toEqual([]);
    }, 10_000);
    line.disconnect();
  });

  test.skipIf(!HAS_NGINX && proxy.includes('nginx'))('refuses every other origin', async () => {
    for (const origin of ['https://evil.example', 'http://shop.test', `https://shop.test:${port}`, 'null']) {
      expect(await ask('/api/session', { origin }), origin).toMatchObject({ status: 403 });
      expect(await ask('/api/jwt?email=a@example.com', { origin }), origin).toMatchObject({ status: 403 });
      const body = { email: 'a@example.com', password: 'secret-1234' };
      const options = { method: 'POST', origin, cookie: 'lang=en', body };
      expect(await ask('/api/auth/sign-in/email', options), origin).toMatchObject({ status: 403 });
      expect(await ask('/login', { method: 'POST', origin, form: {} }), origin).toMatchObject({ status: 403 });
    }
  });
});
