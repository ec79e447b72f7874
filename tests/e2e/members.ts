import { type APIResponse, expect, type Locator, type Page } from '@playwright/test';
import { ready, type Visit, type Visitor } from './visit.ts';

const PASSWORD = 'secret-1234';
export const PICTURE = '/demo/01-pram-gada-mint-800.webp';

/** A person who registered or signed in through the API, with a page. */
export interface Member extends Visitor {
  name: string;
  email: string;
  password: string;
  token: string;
  /** Calls the API as this person. */
  api(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: object): Promise<APIResponse>;
}

let count = 0;

/** Returns a name that nothing else in this run has. */
export function unique(stem: string): string {
  count += 1;
  return `${stem} ${Date.now().toString(36)}${count}`;
}

/** Registers a person through the API, with a signed-in page. */
export async function newMember(
  visit: Visit,
  category: 'Seller' | 'Buyer',
  name: string,
  options?: Parameters<Visit>[0],
): Promise<Member> {
  const who = await visit(options);
  const email = `${unique('journey').replace(' ', '-')}@example.com`;
  await post(who.page, '/api/auth/sign-up/email', { name, email, password: PASSWORD });
  await post(who.page, '/api/users', { name, email, userCategory: category });
  return asMember(who, { name, email, password: PASSWORD });
}

/** Signs in as the demo's admin, with a page. */
export async function demoAdmin(visit: Visit, options?: Parameters<Visit>[0]): Promise<Member> {
  const who = await visit(options);
  const account = { email: 'admin@example.com', password: 'demo1234' };
  await post(who.page, '/api/auth/sign-in/email', account);
  return asMember(who, { name: 'admin', ...account });
}

async function post(page: Page, path: string, data: object): Promise<void> {
  const answer = await page.request.post(path, { data });
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
}

async function asMember(who: Visitor, account: Pick<Member, 'name' | 'email' | 'password'>): Promise<Member> {
  const { request } = who.page;
  const answer = await request.get(`/api/jwt?email=${encodeURIComponent(account.email)}`);
  const { accessToken } = (await answer.json()) as { accessToken: string };
  const headers = { authorization: `Bearer ${accessToken}` };
  return {
    ...who,
    ...account,
    token: accessToken,
    api: (method, path, data) => request.fetch(`/api${path}`, { method, headers, ...(data ? { data } : {}) }),
  };
}

interface Category {
  _id: string;
  categoryName: string;
}

/** Returns the id of a category, by its English name. */
export async function categoryId(page: Page, name = 'Prams'): Promise<string> {
  const categories = (await (await page.request.get('/api/categories')).json()) as Category[];
  const id = categories.find(({ categoryName }) => categoryName === name)?._id;
  if (!id) throw new Error(`There is no category ${name}`);
  return id;
}

/** Lists a product of a seller. Returns its id. */
export async function list(seller: Member, productName: string, fields: object = {}): Promise<string> {
  const answer = await seller.api('POST', '/products', {
    productName,
    imageURL: PICTURE,
    originalPrice: 12_000,
    resalePrice: 6_500,
    location: 'Dhanmondi, Dhaka',
    useYear: 2,
    phone: '01712345678',
    categoryId: await categoryId(seller.page),
    quality: 'Good',
    description: 'Two children slept in it.',
    ...fields,
  });
  return insertedId(answer);
}

/** Books a product for a buyer. Returns the booking's id. */
export async function book(buyer: Member, itemId: string, location = 'Road 27, Dhanmondi'): Promise<string> {
  return insertedId(await buyer.api('POST', '/bookings', { itemId, phone: '01812345678', location }));
}

async function insertedId(answer: APIResponse): Promise<string> {
  expect(answer.ok(), await answer.text()).toBe(true);
  return ((await answer.json()) as { insertedId: string }).insertedId;
}

/** Fills in the login form, and sends it. */
export async function signIn(page: Page, { email, password }: Pick<Member, 'email' | 'password'>): Promise<void> {
  await ready(page);
  await page.locator('[name="email"]').fill(email);
  await page.locator('[name="password"]').fill(password);
  await page.locator('main').getByRole('button', { name: 'Login', exact: true }).click();
}

/** Returns the table row with a text. */
export const rowOf = (page: Page, text: string): Locator => page.getByRole('row').filter({ hasText: text });

/** Returns the headings of a table's columns. */
export const columnsOf = (page: Page): Promise<string[]> => page.getByRole('columnheader').allTextContents();

/** Errors and warnings other than those of refused requests, which the browser logs. */
export function withoutNetworkLines(complaints: readonly string[]): string[] {
  return complaints.filter((line) => !line.includes('Failed to load resource'));
}

/** Types the address of a picture into Add a Product. */
async function typePicture(page: Page, address: string): Promise<void> {
  await page.getByRole('tab', { name: 'Paste a link' }).click();
  await page.locator('[name="imageURL"]').fill(address);
}

/** Fills in all fields of Add a Product. */
export async function fillProduct(page: Page, productName: string, fields: Record<string, string> = {}): Promise<void> {
  await ready(page);
  await typePicture(page, PICTURE);
  await page.locator('[name="categoryId"]').selectOption({ label: 'Prams' });
  const typed = {
    productName,
    description: 'Two children slept in it. One wheel squeaks.',
    useYear: '2',
    originalPrice: '12000',
    resalePrice: '6500',
    location: 'Dhanmondi, Dhaka',
    phone: '01712345678',
    ...fields,
  };
  for (const [name, value] of Object.entries(typed)) await page.locator(`[name="${name}"]`).fill(value);
}
