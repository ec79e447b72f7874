import { type APIRequestContext, expect, type Page, request as requests } from '@playwright/test';

/** An account, with the access token of its session. */
export interface Person {
  id: string;
  name: string;
  email: string;
  password: string;
  token: string;
}

const ORIGIN = `http://localhost:${process.env.E2E_PORT}`;
const ADMIN = { email: 'admin@example.com', password: 'demo1234' };
export const PASSWORD = 'secret-1234';
let count = 0;

/** A client with own cookies: a page, or an API client without a page. */
export interface Caller {
  request: APIRequestContext;
}

/** Opens an API client with own cookies. Its `close` ends it. */
export async function openCaller(): Promise<Caller & { close(): Promise<void> }> {
  const request = await requests.newContext({ baseURL: ORIGIN });
  return { request, close: () => request.dispose() };
}

/** Returns an e-mail address without an account. */
export function freshEmail(name: string): string {
  count += 1;
  return `${name.split(' ')[0]?.toLowerCase()}.${Date.now()}.${count}@example.com`;
}

/** Registers a person through the API, and signs the caller in. */
export async function register(caller: Caller, name: string, userCategory: 'Buyer' | 'Seller'): Promise<Person> {
  const email = freshEmail(name);
  await provider(caller.request, '/sign-up/email', { name, email, password: PASSWORD });
  const token = await tokenFor(caller.request, email);
  const { insertedId: id } = await call(caller, token, 'POST', '/users', { name, email, userCategory });
  return { id, name, email, password: PASSWORD, token };
}

/** Signs the caller in through the API. Returns the access token. */
export async function enter(caller: Caller, account: { email: string; password: string }): Promise<string> {
  await provider(caller.request, '/sign-in/email', account);
  return tokenFor(caller.request, account.email);
}

/** Signs the demo's admin in. Returns the access token. */
export const asAdmin = (caller: Caller) => enter(caller, ADMIN);

/** Sends a request to the identity provider, as the store's own pages do. */
export async function provider(request: APIRequestContext, path: string, data: object): Promise<void> {
  const answer = await request.post(`/api/auth${path}`, { data, headers: { origin: ORIGIN } });
  expect(answer.status(), await answer.text()).toBe(200);
}

async function tokenFor(request: APIRequestContext, email: string): Promise<string> {
  const answer = await request.get('/api/jwt', { params: { email } });
  return (await answer.json()).accessToken;
}

/** Makes a call of the API. Returns its reply. */
export async function call(caller: Caller, token: string, method: string, path: string, data?: object) {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await caller.request.fetch(`/api${path}`, { method, headers, ...(data ? { data } : {}) });
  expect(answer.ok(), `${method} ${path}: ${await answer.text()}`).toBe(true);
  return answer.json();
}

/** Returns the link in the newest mail with a subject, from the demo's outbox. */
export async function linkInEmail(page: Page, to: string, subject: string): Promise<string> {
  const outbox = await page.context().newPage();
  const letters = outbox.getByRole('article', { name: subject }).filter({ hasText: to });
  await expect(async () => {
    await outbox.goto('/sandbox/outbox');
    await expect(letters.first()).toBeVisible({ timeout: 1000 });
  }).toPass();
  const link = await letters.first().getByRole('link').getAttribute('href');
  await outbox.close();
  return link ?? '';
}
