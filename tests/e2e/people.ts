import { type APIRequestContext, expect, type Page } from '@playwright/test';

/** Somebody with an account, and the access token of its session. */
export interface Person {
  id: string;
  name: string;
  email: string;
  password: string;
  token: string;
}

const ORIGIN = `http://localhost:${process.env.E2E_PORT}`;
export const PASSWORD = 'secret-1234';
let count = 0;

/** An address that nobody has. */
export function freshEmail(name: string): string {
  count += 1;
  return `${name.split(' ')[0]?.toLowerCase()}.${Date.now()}.${count}@example.com`;
}

/** Registers somebody without the screens, which have a test of their own; this browser is signed in then. */
export async function register(page: Page, name: string, userCategory: 'Buyer' | 'Seller'): Promise<Person> {
  const email = freshEmail(name);
  await provider(page.request, '/sign-up/email', { name, email, password: PASSWORD });
  const token = await tokenFor(page.request, email);
  const { insertedId: id } = await call(page, token, 'POST', '/users', { name, email, userCategory });
  return { id, name, email, password: PASSWORD, token };
}

/** Signs in without the screen. */
export async function enter(page: Page, who: { email: string; password: string }): Promise<string> {
  await provider(page.request, '/sign-in/email', who);
  return tokenFor(page.request, who.email);
}

/** Asks the identity provider, as the store's own pages do. */
export async function provider(request: APIRequestContext, path: string, data: object): Promise<void> {
  const answer = await request.post(`/api/auth${path}`, { data, headers: { origin: ORIGIN } });
  expect(answer.status(), await answer.text()).toBe(200);
}

async function tokenFor(request: APIRequestContext, email: string): Promise<string> {
  const answer = await request.get('/api/jwt', { params: { email } });
  return (await answer.json()).accessToken;
}

/** Makes a call of the API and gives its answer. */
export async function call(page: Page, token: string, method: string, path: string, data?: object) {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await page.request.fetch(`/api${path}`, { method, headers, ...(data ? { data } : {}) });
  expect(answer.ok(), `${method} ${path}: ${await answer.text()}`).toBe(true);
  return answer.json();
}

/** The link in the newest letter to somebody with this subject, in the demo's outbox. */
export async function linkInLetter(page: Page, to: string, subject: string): Promise<string> {
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
