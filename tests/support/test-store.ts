import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashPassword, verifyPassword } from 'better-auth/crypto';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { getAccessToken, registerUser } from '#modules/identity/contract.ts';
import { replaceRoles } from '#modules/identity/server/store.ts';
import { connectProviders, type Providers } from '#modules/payments/server/providers/provider-list.ts';
import type { StripeKeys } from '#modules/payments/server/providers/stripe/stripe-keys.ts';
import { readSettings } from '#modules/payments/server/store-settings.ts';
import { type Client, createClient } from '#platform/contract/call-client.ts';
import type { Role } from '#platform/contract/roles.ts';
import { createDatabase, type Database, openPool } from '#platform/database/database.ts';
import { inProcessTransport } from '#platform/http/in-process-transport.ts';
import { openStore, type StoreOptions } from '../../src/server.ts';
import { createTestDatabase, type TestDatabase } from './postgres.ts';

/** A whole store with its own database and card gateway, without pages. */
export interface TestStore {
  app: FastifyInstance;
  /** The test's own connections, for rows that no call returns. */
  db: Database;
  /** The pool of `db`, for tables that Kysely does not know. */
  pool: pg.Pool;
  address: string;
  databaseUrl: string;
  cards: StripeKeys;
  /** The store's payment providers, for tests that query them. */
  providers: Providers;
  /** Folder of photos and secrets. */
  dataDir: string;
  /** Client of a visitor. */
  anyone: Client;
  /** Registers a person through the API. The role of an admin is set in the database. */
  as(role: Role, name?: string): Promise<Person>;
  close(): Promise<void>;
}

export type { Role };

export interface Person {
  id: string;
  email: string;
  name: string;
  password: string;
  token: string;
  cookie: string;
  /** Makes calls with this person's access token. */
  api: Client;
}

/** The keys of a store without Stripe. */
const NO_CARDS = { secretKey: '', publishableKey: '', webhookSecret: '', scriptURL: '', sandbox: false };

export const ORIGIN = 'http://localhost:3999';
/** Settings of every test store. */
export const SETTINGS = {
  NODE_ENV: 'test',
  PORT: '0',
  HOST: '127.0.0.1',
  LOG_LEVEL: 'error',
  RATE_LIMITS: 'off',
  PUBLIC_URL: ORIGIN,
};
/** application_name of the test's own connections. */
export const TEST = 'test';

/**
 * Opens a store. `through` maps the database's port to a proxy's, for the store's connections only. `database` is used, and
 * dropped at the end, instead of a new one. The jobs of every minute run only when a test adds them, unless
 * `schedulesJobs`.
 */
export async function openTestStore(
  overrides: Record<string, string> = {},
  {
    through,
    database: given,
    schedulesJobs = false,
    ...place
  }: Pick<StoreOptions, 'fetchLimits' | 'pages' | 'log' | 'schedulesJobs'> & {
    through?: (port: number) => Promise<number>;
    database?: TestDatabase;
  } = {},
): Promise<TestStore> {
  const database = given ?? (await createTestDatabase());
  const databaseUrl = through ? await withPort(database.url, through) : database.url;
  const dataDir = await mkdtemp(join(tmpdir(), 'dolna-test-'));
  const settings = readSettings({ ...SETTINGS, DATABASE_URL: database.url, ...overrides });
  const store = await openStore(settings, { databaseUrl, dataDir, schedulesJobs, passwords, ...place });
  const pool = openPool(`${database.url}?application_name=${TEST}`, () => undefined, {
    max: 4,
    statementTimeoutMs: 600_000,
  });
  const db = createDatabase(pool);
  let count = 0;

  async function as(role: Role, name = `${role} ${count + 1}`): Promise<Person> {
    count += 1;
    const email = `${role}${count}@example.com`;
    const person = await register(store.app, { name, email, userCategory: role === 'seller' ? 'Seller' : 'Buyer' });
    if (role === 'admin') await replaceRoles(db, person.id, [role]);
    return person;
  }

  return {
    app: store.app,
    db,
    pool,
    address: store.address,
    databaseUrl: database.url,
    cards: store.cards ?? NO_CARDS,
    providers: connectProviders(store.keys),
    dataDir,
    anyone: createClient(inProcessTransport(store.app)),
    as,
    async close() {
      await store.close();
      await db.destroy();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * Hashes each password once, and compares it once. Each takes 0.1 s, and the users of the
 * tests share their passwords.
 */
const passwords = { hash: once(hashPassword), verify: once(verifyPassword) };

function once<I, O>(work: (input: I) => Promise<O>): (input: I) => Promise<O> {
  const done = new Map<string, Promise<O>>();
  return (input) => {
    const key = JSON.stringify(input);
    const result = done.get(key) ?? work(input);
    done.set(key, result);
    return result;
  };
}

async function withPort(url: string, through: (port: number) => Promise<number>): Promise<string> {
  const port = await through(Number(new URL(url).port));
  return Object.assign(new URL(url), { host: `127.0.0.1:${port}` }).href;
}

/** Registers a person through the API. Returns the person with an access token and a session cookie. */
export async function register(
  app: FastifyInstance,
  who: { name: string; email: string; userCategory: 'Buyer' | 'Seller' },
): Promise<Person> {
  const password = 'secret-1234';
  const cookie = await signUp(app, { ...who, password });
  const bySession = createClient(inProcessTransport(app, { cookie }));
  const { insertedId } = await bySession.send(registerUser, { body: who });
  const { accessToken: token } = await bySession.send(getAccessToken, { query: { email: who.email } });
  const api = createClient(inProcessTransport(app, { authorization: `Bearer ${token}` }));
  return { id: insertedId, email: who.email, name: who.name, password, token, cookie, api };
}

/** Creates an account at the identity provider. Returns its session cookie. */
export async function signUp(
  app: FastifyInstance,
  body: { name: string; email: string; password: string },
): Promise<string> {
  return cookieOf(await provider(app, '/sign-up/email', body));
}

/** Sends a request to the identity provider. Returns its reply. */
export function provider(app: FastifyInstance, path: string, body: object, headers: Record<string, string> = {}) {
  return app.inject({
    method: 'POST',
    url: `/api/auth${path}`,
    payload: body,
    headers: { origin: ORIGIN, ...headers },
  });
}

/** Returns the session cookie of a reply of the identity provider. */
export function cookieOf(answer: Awaited<ReturnType<typeof provider>>): string {
  if (answer.statusCode !== 200) throw new Error(`The identity provider answered ${answer.statusCode}: ${answer.body}`);
  return answer.cookies.map((cookie) => `${cookie.name}=${encodeURIComponent(cookie.value)}`).join('; ');
}
