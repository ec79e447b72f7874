import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getMe, registerUser } from '#modules/identity/contract.ts';
import { createClient } from '#platform/contract/call-client.ts';
import { inProcessTransport } from '#platform/http/in-process-transport.ts';
import { ORIGIN, openTestStore, signUp, type TestStore } from '../tests/support/test-store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

/** A popup: follows redirects over real HTTP and keeps its cookies. The public address leads to the test's own port. */
function openPopup() {
  const jar = new Map<string, string>();
  async function go(
    address: string,
    form?: Record<string, string>,
  ): Promise<{ url: string; page: string; headers: Headers }> {
    const url = new URL(address, ORIGIN);
    const answer = await fetch(store.address + url.pathname + url.search, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '), origin: ORIGIN },
      ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    const next = answer.status >= 300 && answer.status < 400 ? answer.headers.get('location') : null;
    if (next) return go(new URL(next, url).href);
    return { url: url.pathname, page: await answer.text(), headers: answer.headers };
  }
  return {
    go,
    cookie: () => [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
    start: (popupOrigin = ORIGIN) =>
      go(`/api/auth/oauth-popup/start?${new URLSearchParams({ provider: 'google', popupOrigin, popupNonce: 'n1' })}`),
  };
}

/** Returns the message of the popup's last page to the window that opened it. */
function told(page: string): {
  nonce: string;
  targetOrigin: string;
  token?: null;
  redirectTo?: string;
  error?: { code: string };
} {
  return JSON.parse(/<script type="application\/json"[^>]*>(.*?)<\/script>/s.exec(page)?.[1] ?? '{}');
}

async function signInAs(email: string, name: string, popup = openPopup()) {
  const asked = await popup.start();
  const end = await popup.go(asked.url, { email, name });
  return { popup, asked, end };
}

describe('the demo’s OpenID provider', () => {
  test('says that it is a demo, and signs in the typed e-mail [7.30 12.3]', async () => {
    const { popup, asked, end } = await signInAs('Rumana@Example.com', 'Rumana Islam');
    expect(asked.page).toContain('This is a stand-in for Google, for the demo only');
    expect(end.url).toBe('/api/auth/callback/google');
    expect(told(end.page)).toMatchObject({ nonce: 'n1', targetOrigin: ORIGIN, redirectTo: expect.any(String) });

    // The browser is known from now on, as after a sign-in by password.
    expect(popup.cookie()).toMatch(/(^|; )known-device=[\w.-]+/);
    const session = createClient(inProcessTransport(store.app, { cookie: popup.cookie() }));
    expect(await session.send(getMe, {})).toMatchObject({
      email: 'rumana@example.com',
      name: 'Rumana Islam',
      roles: [],
    });
    const body = { name: 'Rumana Islam', email: 'rumana@example.com', userCategory: 'Buyer' as const };
    await session.send(registerUser, { body });
    expect(await session.send(getMe, {})).toMatchObject({ roles: ['buyer'] });

    const again = await signInAs('rumana@example.com', 'Rumana Islam');
    const second = createClient(inProcessTransport(store.app, { cookie: again.popup.cookie() }));
    expect(await second.send(getMe, {})).toMatchObject({ roles: ['buyer'] });
  });

  test('keeps the reference to the opening window, like Google', async () => {
    const { asked, end } = await signInAs('touch@example.com', 'Touch');
    expect(asked.headers.get('cross-origin-opener-policy')).toBe('unsafe-none');
    expect(end.headers.get('cross-origin-opener-policy')).toBe('unsafe-none');
    expect(asked.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  test('stores the session in the cookie only: the popup’s last page does not reveal it to scripts [T17]', async () => {
    const { popup, end } = await signInAs('secret@example.com', 'A name with "token":"mine"');
    const [secret] = /session_token=(\w+)/.exec(popup.cookie())?.slice(1) ?? [];
    expect(secret).toMatch(/^\w{32}$/);
    expect(end.page).not.toContain(secret);
  });

  test('does not sign in to an existing account [T14]', async () => {
    await signUp(store.app, { name: 'Early', email: 'early@example.com', password: 'secret-1234' });
    await store.db
      .updateTable('accounts')
      .set({ email_verified: true })
      .where('email', '=', 'early@example.com')
      .execute();
    const { popup, end } = await signInAs('early@example.com', 'Somebody Else');
    expect(told(end.page)).toMatchObject({ error: { code: 'account_not_linked' } });
    expect(popup.cookie()).not.toContain('session_token');
  });

  test('signs in another person in the same browser as that person', async () => {
    const { popup } = await signInAs('first@example.com', 'First');
    const { end } = await signInAs('second@example.com', 'Second', popup);
    expect(told(end.page).error).toBeUndefined();
    const session = createClient(inProcessTransport(store.app, { cookie: popup.cookie() }));
    expect(await session.send(getMe, {})).toMatchObject({ email: 'second@example.com' });
  });

  test('requires an e-mail address, and can be cancelled [8.3]', async () => {
    const popup = openPopup();
    const asked = await popup.start();
    const odd = await popup.go(asked.url, { email: 'not an address"><script>', name: '' });
    expect(odd.page).toContain('Write an e-mail address such as name@example.com.');
    expect(odd.page).not.toContain('"><script>');
    const end = await popup.go(asked.url, { cancel: '1' });
    expect(told(end.page)).toMatchObject({ error: { code: 'access_denied' } });
  });

  test('a finished sign-in, and one of another browser, is refused with the reason', async () => {
    const { asked } = await signInAs('over@example.com', 'Over');
    const stranger = await openPopup().go(asked.url, { email: 'x@example.com', name: '' });
    expect(stranger.page).toContain('This sign-in is over.');
  });

  test('redirects to the store only', async () => {
    const answer = await openPopup().start('https://evil.example');
    expect(answer.page).toContain('INVALID_ORIGIN');
    const forged = await store.app.inject(
      '/sandbox/openid/auth?client_id=dolna-demo&response_type=code&scope=openid&redirect_uri=https://evil.example/',
    );
    expect(forged.statusCode).toBe(400);
    expect(forged.headers.location).toBeUndefined();
  });
});

test('bKash and SSLCommerz run in the demo beside the card gateway', async () => {
  for (const [path, name] of [
    ['/sandbox/bkash/', 'bKash stand-in'],
    ['/sandbox/sslcommerz/', 'SSLCommerz stand-in'],
  ] as const) {
    const answer = await store.app.inject(path);
    expect([path, answer.statusCode]).toEqual([path, 200]);
    expect(answer.body).toContain(`<h1>${name}</h1>`);
  }
});
