import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterEach, describe, expect, test } from 'vitest';
import { getMe } from '#modules/identity/contract.ts';
import { checkIssuer } from '#modules/identity/server/google.ts';
import { createClient } from '#platform/contract/client.ts';
import { freePort } from '#platform/server/postgres/postmaster.ts';
import { SettingsError } from '#platform/server/settings.ts';
import { inProcess } from '#platform/server/transport.ts';
import { createOpenIdProvider } from '../src/sandbox/openid/openid-provider.ts';
import { ORIGIN, openTestStore, type TestStore } from './support/test-store.ts';

const KEYS = { GOOGLE_CLIENT_ID: 'the-store-itself', GOOGLE_CLIENT_SECRET: 'a secret of the store' };
const CALLBACK = `${ORIGIN}/api/auth/callback/google`;

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of closing.splice(0).reverse()) await end();
});

type Answer = (request: IncomingMessage, response: ServerResponse) => unknown;

/** A server on a port of its own, whose answers may depend on its address. */
async function aProvider(answerAt: (issuer: string) => Answer | Promise<Answer>): Promise<string> {
  let answer: Answer = () => undefined;
  const server = createServer((request, response) => answer(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(async () => {
    server.closeAllConnections();
    server.close();
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  answer = await answerAt(issuer);
  return issuer;
}

async function aStore(issuer: string, more: Record<string, string> = {}): Promise<TestStore> {
  const store = await openTestStore({ ...KEYS, GOOGLE_ISSUER: issuer, ...more });
  closing.push(store.close);
  return store;
}

/** A browser: keeps its cookies for each origin. The store's public address leads to the test's own port. */
function aBrowser(store: TestStore) {
  const jars = new Map<string, Map<string, string>>();
  async function step(address: string): Promise<{ next: string | null; page: string }> {
    const url = new URL(address, ORIGIN);
    const jar = jars.get(url.origin) ?? new Map<string, string>();
    jars.set(url.origin, jar);
    const at = url.origin === ORIGIN ? store.address : url.origin;
    const answer = await fetch(at + url.pathname + url.search, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      jar.set(name, value);
    }
    const location = answer.headers.get('location');
    return { next: location && new URL(location, url).href, page: await answer.text() };
  }
  return {
    step,
    /** Where the button leads: the provider's address, with all that the store asks of it. */
    async press(): Promise<URL> {
      const query = new URLSearchParams({ provider: 'google', popupOrigin: ORIGIN, popupNonce: 'n1' });
      const { next } = await step(`/api/auth/oauth-popup/start?${query}`);
      return new URL(next ?? '');
    },
    async follow(address: string): Promise<string> {
      const { next, page } = await step(address);
      return next ? this.follow(next) : page;
    },
    me: () => {
      const cookie = [...(jars.get(ORIGIN) ?? [])].map(([name, value]) => `${name}=${value}`).join('; ');
      return createClient(inProcess(store.app, { cookie })).send(getMe, {});
    },
  };
}

describe('another OpenID provider in Google’s place', () => {
  test('signs people in, by its discovery document alone', async () => {
    const issuer = await aProvider(async (own) => {
      const client = { id: KEYS.GOOGLE_CLIENT_ID, secret: KEYS.GOOGLE_CLIENT_SECRET, redirectUris: [CALLBACK] };
      const options = {
        issuer: own,
        client,
        cookieKey: 'a key of the provider',
        errorPage: (message: string) => message,
      };
      const { provider, people } = await createOpenIdProvider(options);
      const answer = provider.callback();
      return async (request, response) => {
        if (!request.url?.startsWith('/sandbox/openid/person/')) return answer(request, response);
        // Its person is signed in there already.
        const accountId = people.note({ email: 'rumana@example.com', name: 'Rumana Islam' });
        const next = await provider.interactionResult(request, response, { login: { accountId } });
        response.writeHead(303, { location: next }).end();
      };
    });
    const browser = aBrowser(await aStore(issuer));
    const asked = await browser.press();
    expect(asked.origin).toBe(issuer);
    expect(Object.fromEntries(asked.searchParams)).toMatchObject({
      client_id: KEYS.GOOGLE_CLIENT_ID,
      redirect_uri: CALLBACK,
      code_challenge_method: 'S256',
    });
    expect(await browser.follow(asked.href)).not.toContain('"error"');
    expect(await browser.me()).toMatchObject({
      email: 'rumana@example.com',
      name: 'Rumana Islam',
      emailVerified: true,
    });
  });

  test.each([
    ['that is right', 'signs in', {}],
    ['of another issuer', 'is refused', { iss: 'https://evil.example' }],
    ['for another audience', 'is refused', { aud: 'another-client' }],
    ['of another sign-in', 'is refused', { nonce: 'another' }],
    ['signed by another key', 'is refused', { key: 'another' }],
  ])('a token %s %s', async (_what, effect, wrong: Record<string, string>) => {
    const keys = [await generateKeyPair('RS256'), await generateKeyPair('RS256')] as const;
    const jwk = { ...(await exportJWK(keys[0].publicKey)), alg: 'RS256', use: 'sig', kid: 'one' };
    let nonce = '';
    const issuer = await aProvider((own) => async (request, response) => {
      const claims = { email: 'rumana@example.com', email_verified: true, name: 'Rumana', nonce, iss: own };
      const token = await new SignJWT({ sub: 'r1', aud: KEYS.GOOGLE_CLIENT_ID, ...claims, ...wrong })
        .setProtectedHeader({ alg: 'RS256', kid: 'one' })
        .setIssuedAt()
        .setExpirationTime('5m')
        .sign((wrong.key ? keys[1] : keys[0]).privateKey);
      const documents: Record<string, object> = {
        '/.well-known/openid-configuration': {
          issuer: own,
          authorization_endpoint: `${own}/auth`,
          token_endpoint: `${own}/token`,
          jwks_uri: `${own}/jwks`,
          id_token_signing_alg_values_supported: ['RS256'],
        },
        '/jwks': { keys: [jwk] },
        '/token': { access_token: 'one', token_type: 'Bearer', expires_in: 60, id_token: token },
      };
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(documents[request.url ?? ''] ?? {}));
    });
    const browser = aBrowser(await aStore(issuer));
    const asked = await browser.press();
    nonce = asked.searchParams.get('nonce') ?? '';
    expect(nonce).not.toBe('');
    const state = asked.searchParams.get('state') ?? '';
    await browser.follow(`${CALLBACK}?${new URLSearchParams({ code: 'one', state })}`);
    if (effect === 'signs in') expect(await browser.me()).toMatchObject({ email: 'rumana@example.com' });
    else await expect(browser.me()).rejects.toMatchObject({ status: 401 });
  });

  test('is refused at the start when it calls itself something else', async () => {
    const issuer = await aProvider(() => (_request, response) => response.end('{"issuer":"https://evil.example"}'));
    const settings = { clientId: KEYS.GOOGLE_CLIENT_ID, clientSecret: KEYS.GOOGLE_CLIENT_SECRET, issuer };
    await expect(checkIssuer(settings, () => undefined)).rejects.toThrow(SettingsError);
  });

  test('may be down when the store starts, which opens without it', async () => {
    const store = await aStore(`http://127.0.0.1:${await freePort()}`, { LOG_LEVEL: 'silent' });
    expect((await store.app.inject('/healthz')).statusCode).toBe(200);
    const { email } = await store.as('buyer');
    expect(email).toContain('@');
  });
});
