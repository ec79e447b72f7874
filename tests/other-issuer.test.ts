import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterEach, describe, expect, test } from 'vitest';
import { freePort } from '#embedded-postgres/postmaster.ts';
import { getMe } from '#modules/identity/contract.ts';
import { checkIssuer } from '#modules/identity/server/google.ts';
import { readSettings } from '#modules/payments/server/store-settings.ts';
import { createClient } from '#platform/contract/call-client.ts';
import { inProcessTransport } from '#platform/http/in-process-transport.ts';
import { SettingsError } from '#platform/operations/settings.ts';
import { createOpenIdProvider } from '../sandbox/openid/openid-provider.ts';
import { openStore } from '../src/server.ts';
import { createTestDatabase } from './support/postgres.ts';
import { ORIGIN, openTestStore, SETTINGS, type TestStore } from './support/test-store.ts';

const KEYS = { GOOGLE_CLIENT_ID: 'the-store-itself', GOOGLE_CLIENT_SECRET: 'a secret of the store' };
/** Shared by all processes of one store. */
const SECRET = '7Jq0mVxT2kYpR9sZcLwB4nHdGfEaUoIi';
const CALLBACK = `${ORIGIN}/api/auth/callback/google`;

const START = `/api/auth/oauth-popup/start?${new URLSearchParams({ provider: 'google', popupOrigin: ORIGIN, popupNonce: 'n1' })}`;

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of closing.splice(0).reverse()) await end();
});

type Answer = (request: IncomingMessage, response: ServerResponse) => unknown;

/** A server on a free port, whose answers may depend on its address. */
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

/** A complete provider with one signed-in person. */
async function theProvider(issuer: string): Promise<Answer> {
  const client = { id: KEYS.GOOGLE_CLIENT_ID, secret: KEYS.GOOGLE_CLIENT_SECRET, redirectUris: [CALLBACK] };
  const options = { issuer, client, cookieKey: 'a key of the provider' };
  const { provider, handle, addAccount } = await createOpenIdProvider({
    ...options,
    signInPath: '/sign-in',
    errorPage: (message) => message,
  });
  return async (request, response) => {
    if (!request.url?.startsWith('/sign-in/')) return handle(request, response);
    const accountId = addAccount({ email: 'rumana@example.com', name: 'Rumana Islam' });
    const next = await provider.interactionResult(request, response, { login: { accountId } });
    response.writeHead(303, { location: next }).end();
  };
}

/** A provider that answers each sign-in with a token for the id `r1`. The given claims replace its own. */
async function tokenProvider({ key, discovered, ...claims }: Record<string, string> = {}) {
  const keys = [await generateKeyPair('RS256'), await generateKeyPair('RS256')] as const;
  const jwk = { ...(await exportJWK(keys[0].publicKey)), alg: 'RS256', use: 'sig', kid: 'one' };
  let nonce = '';
  const issuer = await aProvider((own) => async (request, response) => {
    const usual = { email: 'rumana@example.com', email_verified: true, name: 'Rumana', nonce, iss: own };
    const token = await new SignJWT({ sub: 'r1', aud: KEYS.GOOGLE_CLIENT_ID, ...usual, ...claims })
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign((key ? keys[1] : keys[0]).privateKey);
    const documents: Record<string, object> = {
      '/.well-known/openid-configuration': {
        issuer: discovered ?? own,
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
  return {
    issuer,
    /** Completes a sign-in at the provider. */
    async answerTo(browser: ReturnType<typeof aBrowser>): Promise<void> {
      const asked = await browser.press();
      nonce = asked.searchParams.get('nonce') ?? '';
      expect(nonce).not.toBe('');
      const state = asked.searchParams.get('state') ?? '';
      await browser.follow(`${CALLBACK}?${new URLSearchParams({ code: 'one', state })}`);
    },
  };
}

async function aStore(issuer: string, more: Record<string, string> = {}): Promise<TestStore> {
  const store = await openTestStore({ ...KEYS, AUTH_SECRET: SECRET, GOOGLE_ISSUER: issuer, ...more });
  closing.push(store.close);
  return store;
}

/** A process of a store on this database. */
async function aProcess(databaseUrl: string, issuer: string) {
  const settings = readSettings({ ...SETTINGS, ...KEYS, GOOGLE_ISSUER: issuer, AUTH_SECRET: SECRET });
  const dataDir = await mkdtemp(join(tmpdir(), 'dolna-test-'));
  closing.push(() => rm(dataDir, { recursive: true, force: true }));
  return openStore(settings, { databaseUrl, dataDir });
}

/** A browser: keeps its cookies for each origin. The store's public address leads to the test's own port. */
function aBrowser(store: Pick<TestStore, 'app' | 'address'>) {
  const jars = new Map<string, Map<string, string>>();
  let { address } = store;
  async function step(next: string): Promise<{ next: string | null; page: string }> {
    const url = new URL(next, ORIGIN);
    const jar = jars.get(url.origin) ?? new Map<string, string>();
    jars.set(url.origin, jar);
    const at = url.origin === ORIGIN ? address : url.origin;
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
    /** Sends the next requests to another process of the store. */
    goTo(process: string) {
      address = process;
    },
    /** The provider's address of the sign-in button, with its query. */
    async press(): Promise<URL> {
      const { next } = await step(START);
      return new URL(next ?? '');
    },
    async follow(to: string): Promise<string> {
      const { next, page } = await step(to);
      return next ? this.follow(next) : page;
    },
    me: () => {
      const cookie = [...(jars.get(ORIGIN) ?? [])].map(([name, value]) => `${name}=${value}`).join('; ');
      return createClient(inProcessTransport(store.app, { cookie })).send(getMe, {});
    },
  };
}

describe('another OpenID provider in Google’s place', () => {
  test('signs people in, by its discovery document alone, also when the callback comes to another process', async () => {
    const issuer = await aProvider(async (own) => theProvider(own));
    const store = await aStore(issuer);
    const other = await aProcess(store.databaseUrl, issuer);
    closing.push(other.close);
    const browser = aBrowser(store);
    const asked = await browser.press();
    expect(asked.origin).toBe(issuer);
    expect(Object.fromEntries(asked.searchParams)).toMatchObject({
      client_id: KEYS.GOOGLE_CLIENT_ID,
      redirect_uri: CALLBACK,
      code_challenge_method: 'S256',
    });
    browser.goTo(other.address);
    expect(await browser.follow(asked.href)).not.toContain('"error"');
    expect(await browser.me()).toMatchObject({
      email: 'rumana@example.com',
      name: 'Rumana Islam',
      emailVerified: true,
    });
    const { rows } = await store.pool.query(
      "select provider_account_id as id from credentials where provider_id = 'google'",
    );
    expect(rows).toEqual([{ id: expect.stringMatching(new RegExp(`^${issuer}\\|.+`)) }]);
  });

  test.each([
    ['that is right', 'signs in', {}],
    ['of another issuer', 'is refused', { iss: 'https://evil.example' }],
    ['for another audience', 'is refused', { aud: 'another-client' }],
    ['of another sign-in', 'is refused', { nonce: 'another' }],
    ['signed by another key', 'is refused', { key: 'another' }],
  ])('a token %s %s [T13]', async (_what, effect, wrong: Record<string, string>) => {
    const tokens = await tokenProvider(wrong);
    const browser = aBrowser(await aStore(tokens.issuer));
    await tokens.answerTo(browser);
    if (effect === 'signs in') expect(await browser.me()).toMatchObject({ email: 'rumana@example.com' });
    else await expect(browser.me()).rejects.toMatchObject({ status: 401 });
  });

  test('is refused for sign-ins when its configuration changes to another issuer', async () => {
    const tokens = await tokenProvider({ iss: 'https://evil.example', discovered: 'https://evil.example' });
    const browser = aBrowser(await aStore(tokens.issuer));
    await tokens.answerTo(browser);
    await expect(browser.me()).rejects.toMatchObject({ status: 401 });
  });

  test('never shares an account with another issuer’s user of the same id', async () => {
    const database = await createTestDatabase();
    const ids: string[] = [];
    for (const email of ['rumana@example.com', 'sumon@example.com']) {
      const tokens = await tokenProvider({ email });
      const store = await aProcess(database.url, tokens.issuer);
      const browser = aBrowser(store);
      await tokens.answerTo(browser);
      ids.push((await browser.me()).email);
      await store.close();
    }
    await database.drop();
    expect(ids).toEqual(['rumana@example.com', 'sumon@example.com']);
  });

  test('is refused at the start only when its document names another issuer', async () => {
    const settings = { clientId: KEYS.GOOGLE_CLIENT_ID, clientSecret: KEYS.GOOGLE_CLIENT_SECRET };
    const evil = await aProvider(() => (_request, response) => response.end('{"issuer":"https://evil.example"}'));
    await expect(checkIssuer({ ...settings, issuer: evil }, () => undefined)).rejects.toThrow(SettingsError);
    const lines: string[] = [];
    const broken = await aProvider(() => (_request, response) => response.writeHead(502).end('<h1>Bad gateway</h1>'));
    for (const issuer of [broken, `http://127.0.0.1:${await freePort()}`])
      await checkIssuer({ ...settings, issuer }, (line) => lines.push(line));
    const reported = expect.stringMatching(/^The provider in GOOGLE_ISSUER /);
    expect(lines).toEqual([reported, reported]);
  });

  test('may be down or slow when the store starts; sign-ins work as soon as it answers', async () => {
    let slow = true;
    const asked: string[] = [];
    const issuer = await aProvider(async (own) => {
      const answer = await theProvider(own);
      return (request, response) => {
        asked.push(request.url ?? '');
        return slow ? undefined : answer(request, response);
      };
    });
    const store = await aStore(issuer, { LOG_LEVEL: 'silent' });
    const { email } = await store.as('buyer');
    expect(email).toContain('@');
    const browser = aBrowser(store);
    const { next, page } = await browser.step(START);
    expect([next, asked]).toEqual([null, ['/.well-known/openid-configuration']]);
    expect(page).toContain('"provider_not_found"');
    slow = false;
    await browser.follow(START);
    expect(await browser.me()).toMatchObject({ email: 'rumana@example.com' });
  });
});
