import { expect, type Page } from '@playwright/test';
import { asAdmin, call, enter, type Person, provider, register } from './people.ts';
import { book, openSellerFixture, type SellerFixture } from './seller-fixture.ts';
import { ready, test } from './visit.ts';

const run = Date.now();
let fixture: SellerFixture;
let bell: string;
test.beforeAll(async () => {
  fixture = await openSellerFixture('Outdoor', 'Laila Live');
  bell = await fixture.list(`Bell ${run}`);
});
test.afterAll(() => fixture.close());

const STREAM = '**/api/live?age=*';
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

/** Opens a page, and waits for its live connection. */
async function watch(page: Page, address: string): Promise<void> {
  const line = page.waitForResponse(STREAM);
  await page.goto(address);
  await ready(page);
  expect((await line).status()).toBe(200);
}

/** Books a new product, which sends its seller an event. */
async function buy(page: Page, buyer: Person): Promise<void> {
  await book(page, buyer, await fixture.list(`Toy ${run}`));
}

/** Counts the requests for a list. */
function countLoads(page: Page, list = '/dashboard/mybuyers.data'): () => number {
  let loads = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === list) loads += 1;
  });
  return () => loads;
}

/** Hides the page, or shows it again, as a browser does. */
async function show(page: Page, seen: boolean): Promise<void> {
  await page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
    document.dispatchEvent(new Event('visibilitychange'));
  }, !seen);
}

test('a seller sees a booking, and a buyer a sale, without a reload and with an open dialog', async ({ visit }) => {
  const [{ page: sellers }, { page: buyers }] = [await visit(), await visit()];
  const buyer = await register(buyers, 'Bashir Buyer', 'Buyer');
  await enter(sellers, fixture.seller);
  const kite = `Live kite ${run}`;
  const itemId = await fixture.list(kite);
  await watch(sellers, '/dashboard/mybuyers');
  await expect(sellers.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(row(sellers, kite)).toHaveCount(0);
  await book(buyers, buyer, itemId);
  await expect(row(sellers, kite)).toBeVisible();

  await watch(buyers, '/dashboard/myorders');
  await expect(buyers.getByText('1 booking awaits payment.')).toBeVisible();
  await buyers.getByRole('button', { name: `Cancel booking: ${kite}` }).click();
  const dialog = buyers.getByRole('alertdialog').or(buyers.getByRole('dialog'));
  await expect(dialog).toBeVisible();
  await call(sellers, fixture.seller.token, 'PUT', `/my-products/${itemId}?status=SOLD`);
  await expect(buyers.getByText('1 booking awaits payment.')).toHaveCount(0);
  await expect(dialog, 'an open dialog stays').toBeVisible();
});

test('an admin sees new reports and messages without a reload', async ({ visit }) => {
  const { page: admins } = await visit({ ownContext: true });
  const [{ page: colleagues }, { page: others }] = [await visit(), await visit()];
  await admins.clock.install();
  for (const page of [admins, colleagues]) {
    await asAdmin(page);
    await watch(page, '/dashboard/reporteditems');
  }
  const buyer = await register(others, 'Rina Reporter', 'Buyer');
  await call(others, buyer.token, 'POST', '/reports', { productId: bell, reason: 'Its clapper is missing.' });
  await expect(admins.getByText('Its clapper is missing.')).toBeVisible();
  // Rows keep their places under the pointer.
  await admins.getByRole('row').last().hover();
  const loads = countLoads(admins, '/dashboard/reporteditems.data');
  const other = await register(others, 'Rumi Reporter', 'Buyer');
  await call(others, other.token, 'POST', '/reports', { productId: bell, reason: 'Its sound is not as told.' });
  await expect(colleagues.getByText('Its sound is not as told.')).toBeVisible();
  await admins.clock.runFor(30_000);
  expect(loads()).toBe(0);
  await admins.getByRole('heading', { level: 1 }).hover();
  await admins.clock.runFor(2000);
  await expect(admins.getByText('Its sound is not as told.')).toBeVisible();
  await watch(admins, '/dashboard/messages');
  const message = `Where is my bell? ${run}`;
  const body = { name: 'Rina', email: buyer.email, subject: 'other', message };
  await call(others, buyer.token, 'POST', '/contact', body);
  await expect(admins.getByText(message)).toBeVisible();
});

test('many events at once reload a list once, and once more after a pause', async ({ visit }) => {
  const [{ page: sellers }, { page: buyers }] = [await visit(), await visit()];
  const buyer = await register(buyers, 'Rafi Restless', 'Buyer');
  await enter(sellers, fixture.seller);
  await watch(sellers, '/dashboard/mybuyers');
  const loads = countLoads(sellers);
  const toys = [];
  for (let times = 0; times < 6; times += 1) toys.push(await fixture.list(`Toy ${run}`));
  const begun = Date.now();
  for (const toy of toys) await book(buyers, buyer, toy);
  await expect(row(sellers, 'Rafi')).toHaveCount(6);
  // One load at the first event, and one after each pause.
  expect(loads()).toBeLessThanOrEqual(1 + Math.ceil((Date.now() - begun) / 2000));
});

test('a hidden page closes its connection, and reloads its data when it is visible again', async ({ visit }) => {
  const [{ page: sellers }, { page: buyers }] = [await visit(), await visit()];
  const buyer = await register(buyers, 'Hasan Hidden', 'Buyer');
  await enter(sellers, fixture.seller);
  await watch(sellers, '/dashboard/mybuyers');
  const loads = countLoads(sellers);
  const ended = sellers.waitForEvent('requestfailed', (request) => request.url().includes('/api/live'));
  await show(sellers, false);
  await ended;
  await buy(buyers, buyer);
  expect(loads()).toBe(0);
  await show(sellers, true);
  await expect(row(sellers, 'Hasan')).toBeVisible();
});

test('a refused connection is opened again later, and missed data is loaded', async ({ visit }) => {
  const [{ page: sellers }, { page: buyers }] = [await visit({ refused: [503], ownContext: true }), await visit()];
  const buyer = await register(buyers, 'Sumi Severed', 'Buyer');
  await enter(sellers, fixture.seller);
  await sellers.clock.install();
  await sellers.route(STREAM, (route) => route.fulfill({ status: 503 }));
  const refused = sellers.waitForResponse(STREAM);
  await sellers.goto('/dashboard/mybuyers');
  await refused;
  await sellers.unroute(STREAM);
  await buy(buyers, buyer);
  const line = sellers.waitForResponse(STREAM);
  await sellers.clock.fastForward(31_000);
  expect((await line).status()).toBe(200);
  await expect(row(sellers, 'Sumi')).toBeVisible();
});

test('a failed reload keeps the list and the session', async ({ visit }) => {
  const [{ page: sellers }, { page: buyers }] = [await visit({ refused: [503], ownContext: true }), await visit()];
  const buyer = await register(buyers, 'Opu Outage', 'Buyer');
  await enter(sellers, fixture.seller);
  await buy(buyers, buyer);
  await sellers.clock.install();
  await watch(sellers, '/dashboard/mybuyers');
  await expect(row(sellers, 'Opu')).toHaveCount(1);
  const asked: string[] = [];
  sellers.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await sellers.route('**/dashboard/mybuyers.data?*', (route) => route.fulfill({ status: 503 }));
  const refused = sellers.waitForResponse('**/dashboard/mybuyers.data?*');
  await buy(buyers, buyer);
  await refused;
  await expect(row(sellers, 'Opu')).toHaveCount(1);
  await sellers.unroute('**/dashboard/mybuyers.data?*');
  // Small steps: the page may still read the refusal, and a minute without an event would open its stream again.
  await expect(async () => {
    await sellers.clock.runFor(5000);
    await expect(row(sellers, 'Opu'), 'a failed request is sent again').toHaveCount(2, { timeout: 300 });
  }).toPass();
  // The session was loaded with the page, and is not loaded again. New rows may have links whose routes are looked up.
  const others = /^\/(media|demo|assets)\/|^\/__manifest$|^\/dashboard\/mybuyers\.data$/;
  expect(asked.filter((path) => !others.test(path))).toEqual([]);
});

test('the next event leads an ended session to the login page', async ({ visit }) => {
  const [{ page: sellers }, { page: buyers }] = [await visit({ refused: [401] }), await visit()];
  const buyer = await register(buyers, 'Eti Ended', 'Buyer');
  await enter(sellers, fixture.seller);
  await watch(sellers, '/dashboard/mybuyers');
  await provider(sellers.request, '/sign-out', {});
  await buy(buyers, buyer);
  await expect(sellers).toHaveURL(/\/login\?from=/);
  await expect(sellers.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
});

test('a visitor’s page and a page without live data open no connection', async ({ visit }) => {
  const { page } = await visit();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/');
  await ready(page);
  await register(page, 'Kamal Quiet', 'Buyer');
  await page.goto('/dashboard/mywishlist');
  await ready(page);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(asked).not.toContain('/api/live');
});
