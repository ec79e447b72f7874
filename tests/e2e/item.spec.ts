import { type APIRequestContext, expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { call, enter, PASSWORD, type Person, register } from './people.ts';
import { book, openStall, type Stall } from './stall.ts';
import { expectAccessible, expectNoOverflow, ready, test } from './support.ts';

const CATEGORY = 'Feeding';
const run = Date.now();
const SURNAME = 'Chowdhury';
const HOSTILE = `</script><script>document.title='broken'</script>\u2028\u2029<!-- "quoted" & done`;

let stall: Stall;
let chair: string;

test.beforeAll(async ({ browser }) => {
  stall = await openStall(browser, CATEGORY, `Sadia ${SURNAME}`);
  chair = await stall.list(`High chair ${run}`, { description: 'One leg was glued.\nIt holds.' });
});
test.afterAll(() => stall.close());

/** Lists a thing with photos as phones make them, each of one colour, and waits for their sizes. */
async function listWithPhotos(page: Page, name: string, colours: readonly string[]): Promise<string> {
  const headers = { authorization: `Bearer ${stall.seller.token}` };
  const photos: string[] = [];
  for (const background of colours) {
    const buffer = await sharp({ create: { width: 1200, height: 900, channels: 3, background } })
      .jpeg()
      .toBuffer();
    const multipart = { photo: { name: 'photo.jpg', mimeType: 'image/jpeg', buffer } };
    photos.push((await (await page.request.post('/api/photos', { headers, multipart })).json()).insertedId);
  }
  const id = await stall.list(name, { imageURL: undefined, photos });
  const shown = async () => (await (await page.request.get(`/api/items/${id}`)).json()).photos;
  await expect.poll(async () => (await shown()).length, { timeout: 30_000 }).toBe(colours.length);
  return id;
}

/** What a page's head says of it: every meta element's property or name, with what is said first. */
async function headOf(request: APIRequestContext, path: string) {
  const html = await (await request.get(path)).text();
  const told = new Map<string, string>();
  for (const [, key = '', content = ''] of html.matchAll(/<meta (?:property|name)="([^"]+)" content="([^"]*)"/g))
    if (!told.has(key)) told.set(key, content);
  const linked = [...html.matchAll(/<link rel="(canonical|alternate)"(?: hrefLang="([^"]+)")? href="([^"]+)"/g)];
  const links = Object.fromEntries(linked.map(([, rel, language, href]) => [language ?? rel, href]));
  const [, data = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? [];
  return { html, told, links, data };
}

test('a visitor from a shared link sees a thing without phone or e-mail, signs in to book it, and comes back to it', async ({
  visit,
}) => {
  const { page: elsewhere } = await visit();
  const buyer = await register(elsewhere, 'Bilkis Banu', 'Buyer');
  const { page } = await visit();
  const address = `/items/${chair}`;
  const html = await (await page.request.get(address)).text();
  for (const canary of ['01712345678', '1712345678', stall.seller.email, SURNAME]) expect(html).not.toContain(canary);
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1, name: `High chair ${run}` })).toBeVisible();
  const main = page.getByRole('main');
  for (const text of ['Tk 6,500', 'You save Tk 5,500', 'Light wear, everything works.', 'Used for 2 years'])
    await expect(main.getByText(text).first()).toBeVisible();
  for (const text of ['Dhanmondi, Dhaka', CATEGORY, 'One leg was glued.', 'Nothing sold here yet'])
    await expect(main.getByText(text).first()).toBeVisible();
  await expect(main.getByText('The tick means that we have checked this seller.')).toBeVisible();
  await expect(main.getByRole('button', { name: /Report|Save/ })).toHaveCount(0);
  await expect(main.getByRole('link', { name: 'Sign in to see similar things' })).toBeVisible();
  await expectAccessible(page);
  await ready(page);
  await main.getByRole('link', { name: 'Sign in to book' }).click();
  await expect(page).toHaveURL(`/login?from=${encodeURIComponent(address)}`);
  await expect(page.getByText(`Log in to see High chair ${run}.`)).toBeVisible();
  await page.locator('[name="email"]').fill(buyer.email);
  await page.locator('[name="password"]').fill(PASSWORD);
  await main.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page).toHaveURL(address);
  await expect(main.getByRole('link', { name: 'Call 01712345678' })).toBeVisible();
  await expect(main.getByRole('button', { name: 'Book Now!' })).toBeEnabled();
  await expect(main.getByRole('button', { name: 'Report this item' })).toBeVisible();
});

test('the deals of the home page lead to a thing’s own page, for a visitor too', async ({ visit }) => {
  const { page } = await visit();
  await page.goto('/');
  await ready(page);
  const deal = page.locator('.deal-link').first();
  const [name, address] = [await deal.textContent(), await deal.getAttribute('href')];
  expect(address).toMatch(/^\/items\//);
  await page.goto(address ?? '');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name ?? '');
  await expect(page.getByRole('link', { name: 'Sign in to book' })).toBeVisible();
});

test('a buyer saves a thing, takes it back and undoes that, then books it; from then on it says Booked, to others too', async ({
  visit,
}) => {
  const { page } = await visit();
  await register(page, 'Hena Heart', 'Buyer');
  const id = await stall.list(`Booster seat ${run}`);
  await page.goto(`/items/${id}`);
  await ready(page);
  const heart = page.getByRole('button', { name: `Save Booster seat ${run} to wishlist` });
  await heart.click();
  await expect(page.getByText('Added to your wishlist!')).toBeVisible();
  await heart.click();
  await expect(page.getByText('Taken off your wishlist.')).toBeVisible();
  await expect(heart).toHaveAttribute('aria-pressed', 'false');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
  await page.reload();
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
  await ready(page);

  await page.getByRole('button', { name: 'Book Now!' }).click();
  await expect(page).toHaveURL(`/items/${id}?book=${id}`);
  const dialog = page.getByRole('dialog', { name: `Booster seat ${run}` });
  await dialog.getByLabel('Phone number').fill('01812345678');
  await dialog.getByLabel('Pickup Point').fill('Road 27, Dhanmondi');
  await dialog.getByRole('button', { name: 'Confirm booking' }).click();
  await expect(page.getByText('Booking Confirmed')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(`/items/${id}`);
  await expect(page.getByRole('button', { name: 'Booked' })).toBeDisabled();
  await expect(page.getByText('If it is not paid for in time, it is free again.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expectAccessible(page);

  const { page: visitor } = await visit();
  await visitor.goto(`/items/${id}`);
  await expect(visitor.getByRole('button', { name: 'Booked' })).toBeDisabled();
  await expect(visitor.getByRole('link', { name: 'Sign in to book' })).toHaveCount(0);
});

test('its own seller edits a thing from its page, and another seller reads who can book', async ({
  visit,
  browser,
}) => {
  const { page } = await visit();
  await enter(page, stall.seller);
  await page.goto(`/items/${chair}`);
  await expect(page.getByText('This is yours')).toBeVisible();
  await expect(page.getByRole('link', { name: `Edit: High chair ${run}` })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Report this item' })).toHaveCount(0);
  const corner = await openStall(browser, CATEGORY, 'Rafiq Unchecked', false);
  const { page: other } = await visit();
  await enter(other, corner.seller);
  await other.goto(`/items/${chair}`);
  await expect(other.getByRole('button', { name: 'Book Now!' })).toBeDisabled();
  await expect(other.getByText('Buyer accounts can book.')).toBeVisible();
  await corner.close();
});

test('photos are walked through by keys, one by one and on the full screen, and the focus comes back', async ({
  visit,
}) => {
  const { page } = await visit();
  const name = `Spoons ${run}`;
  await page.goto(`/items/${await listWithPhotos(page, name, ['#f44', '#4f4', '#44f'])}`);
  await ready(page);
  const count = page.locator('.gallery-count');
  const photo = (i: number) => page.getByRole('button', { name: `Photo ${i} of 3, full screen` });
  await expect(count).toHaveText('1 of 3');
  await photo(1).focus();
  await page.keyboard.press('ArrowRight');
  await expect(photo(2)).toBeFocused();
  await expect(count).toHaveText('2 of 3');

  await page.keyboard.press('Enter');
  const viewer = page.getByRole('dialog', { name: `Photos of ${name}, full screen` });
  await expect(viewer.locator('.viewer-count')).toHaveText('2 of 3');
  const whole = viewer.getByRole('img', { name: `Photo 2 of 3: ${name}` });
  await expect.poll(() => whole.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  const [box, size] = [await whole.boundingBox(), page.viewportSize()];
  expect((box?.y ?? 0) + (box?.height ?? 0), 'all of it is in sight').toBeLessThanOrEqual(size?.height ?? 0);
  await expectAccessible(page);
  await page.keyboard.press('ArrowRight');
  await expect(viewer.locator('.viewer-count')).toHaveText('3 of 3');
  await page.keyboard.press('ArrowRight');
  await expect(viewer.locator('.viewer-count'), 'there is no fourth').toHaveText('3 of 3');
  await page.keyboard.press('Home');
  await expect(viewer.locator('.viewer-count')).toHaveText('1 of 3');
  await viewer.getByRole('button', { name: 'Next' }).click();
  await expect(viewer.locator('.viewer-count')).toHaveText('2 of 3');
  await page.keyboard.press('Escape');
  await expect(viewer).toBeHidden();
  await expect(photo(2)).toBeFocused();
  await page.getByRole('button', { name: 'Show photo 3 of 3' }).click();
  await expect(count).toHaveText('3 of 3');
});

test('a sold thing says so, and shows similar things; one that was taken off the store is a kind page with the status 410', async ({
  visit,
}) => {
  const { page } = await visit({ refused: [410] });
  const { seller } = stall;
  const [sold, gone] = [await stall.list(`Bib ${run}`), await stall.list(`Flask ${run}`)];
  const { page: shop } = await visit();
  await call(shop, seller.token, 'PUT', `/my-products/${sold}?status=SOLD`);
  await call(shop, seller.token, 'DELETE', `/my-products/${gone}`);
  await register(page, 'Rumana Buyer', 'Buyer');
  await page.goto(`/items/${sold}`);
  await expect(page.locator('.product-ribbon')).toHaveText('SOLD');
  await expect(page.getByRole('button', { name: /Book/ })).toHaveCount(0);
  await expect(page.locator('.item-similar').getByRole('article').first()).toBeVisible();
  await expect(page.locator('.item-similar').getByRole('link', { name: `High chair ${run}` })).toBeVisible();

  const answer = await page.goto(`/items/${gone}`);
  expect(answer?.status()).toBe(410);
  await expect(page.getByRole('heading', { level: 1, name: 'This one has found a home' })).toBeVisible();
  await expectAccessible(page);
  expect((await page.request.get(`/items/${crypto.randomUUID()}`)).status()).toBe(404);
});

test('search engines and link previews read picture, title, price and state, in both languages, safely', async ({
  visit,
}) => {
  const { page } = await visit();
  const { request } = page;
  const origin = `http://localhost:${process.env.E2E_PORT}`;
  const id = await stall.list(`Bowl ${run}`, { description: HOSTILE });
  const address = `${origin}/items/${id}`;

  const { html, told, links, data } = await headOf(request, `/items/${id}`);
  expect(Object.fromEntries(told)).toMatchObject({
    'og:type': 'product',
    'og:title': `Bowl ${run} · Tk 6,500`,
    'og:url': address,
    'og:image': `${origin}/demo/01-pram-gada-mint-1200.jpg`,
    'og:image:type': 'image/jpeg',
    'og:locale': 'en_GB',
    'og:locale:alternate': 'bn_BD',
    'product:price:amount': '6500',
    'product:price:currency': 'BDT',
    'product:availability': 'in stock',
  });
  const alternates = { en: address, bn: `${address}?lang=bn`, 'x-default': address };
  expect(links).toEqual({ canonical: address, ...alternates });
  expect(html).not.toContain(HOSTILE);
  expect(data).not.toMatch(/[<>&\u2028\u2029]/);
  expect(JSON.parse(data)).toMatchObject({
    '@type': 'Product',
    name: `Bowl ${run}`,
    description: HOSTILE,
    image: [`${origin}/demo/01-pram-gada-mint-800.webp`],
    itemCondition: 'https://schema.org/UsedCondition',
    offers: {
      price: 6500,
      priceCurrency: 'BDT',
      availability: 'https://schema.org/InStock',
      seller: { name: 'Sadia' },
    },
  });
  const picture = await request.get('/demo/01-pram-gada-mint-1200.jpg');
  expect(picture.headers()['content-type']).toBe('image/jpeg');
  expect((await sharp(await picture.body()).metadata()).format).toBe('jpeg');

  await test.step('in Bangla, at an address of its own', async () => {
    const bangla = await headOf(request, `/items/${id}?lang=bn`);
    expect(bangla.html).toContain('<html lang="bn"');
    expect(bangla.told.get('og:title')).toBe(`Bowl ${run} · ৳৬,৫০০`);
    expect(bangla.told.get('og:locale')).toBe('bn_BD');
    expect(bangla.links).toEqual({ canonical: `${address}?lang=bn`, ...alternates });
  });

  await test.step('booked, it is out of stock; sold, sold out', async () => {
    const { page: other } = await visit();
    const buyer: Person = await register(other, 'Late Lipi', 'Buyer');
    const booking = await book(other, buyer, id);
    const booked = await headOf(request, `/items/${id}`);
    expect(booked.told.get('product:availability')).toBe('out of stock');
    expect(JSON.parse(booked.data).offers.availability).toBe('https://schema.org/OutOfStock');
    await call(other, buyer.token, 'DELETE', `/bookings/${booking}`);
    await call(other, stall.seller.token, 'PUT', `/my-products/${id}?status=SOLD`);
    const sold = await headOf(request, `/items/${id}`);
    expect(JSON.parse(sold.data).offers.availability).toBe('https://schema.org/SoldOut');
  });

  await page.goto(`/items/${id}?lang=en`);
  await expect(page).toHaveTitle(`Bowl ${run} · Dolna`);
});

test('a seller’s page shows a first name, the tick and what it means, since when, what is on sale and how much was sold', async ({
  visit,
}) => {
  const address = `/sellers/${stall.seller.id}`;
  const { page: stranger } = await visit();
  await stranger.goto(address);
  await expect(stranger).toHaveURL(`/login?from=${encodeURIComponent(address)}`);

  const { page } = await visit({ refused: [404] });
  await register(page, 'Ayesha Rahman', 'Buyer');
  await page.goto(`/items/${chair}`);
  await ready(page);
  await page.getByRole('link', { name: 'See what Sadia has on sale' }).click();
  await expect(page).toHaveURL(address);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sadia');
  await expect(page.getByText('The tick means that we have checked this seller.')).toBeVisible();
  await expect(page.getByText(/^Good-willer since \w+ \d{4}$/)).toBeVisible();
  await expect(page.locator('.shop-head dt')).toHaveText(['On sale', 'Sold so far']);
  await expect(page.getByRole('link', { name: `High chair ${run}` })).toHaveAttribute('href', `/items/${chair}`);
  const said = await page.locator('body').innerText();
  for (const canary of [SURNAME, '01712345678', stall.seller.email]) expect(said).not.toContain(canary);
  await expectAccessible(page);
  await page.goto(`/sellers/${crypto.randomUUID()}`);
  await expect(page.getByRole('heading', { name: 'This page has been outgrown' })).toBeVisible();
});

test('My WishList says what is cheaper than when it was saved, what is booked, and what is sold, with Find similar', async ({
  visit,
}) => {
  const { page } = await visit();
  const buyer = await register(page, 'Nusrat Wish', 'Buyer');
  const names = [`Cup ${run}`, `Plate ${run}`, `Jug ${run}`];
  const [cup = '', plate = '', jug = ''] = await Promise.all(names.map((name) => stall.list(name)));
  for (const itemId of [cup, plate, jug]) await call(page, buyer.token, 'POST', '/wishlist', { itemId });
  await call(page, stall.seller.token, 'PATCH', `/my-products/${cup}`, { resalePrice: 6200 });
  await call(page, stall.seller.token, 'PUT', `/my-products/${plate}?status=SOLD`);
  const { page: other } = await visit();
  await book(other, await register(other, 'Quick Kona', 'Buyer'), jug);
  await page.goto('/dashboard/mywishlist');
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  await expect(row(`Cup ${run}`)).toContainText('Tk 6,200');
  await expect(row(`Cup ${run}`)).toContainText('Tk 300 less than when you saved it');
  await expect(row(`Jug ${run}`)).toContainText('Booked');
  await expect(row(`Plate ${run}`)).toContainText('No longer to be had');
  await expect(row(`Plate ${run}`).getByRole('link', { name: /^BUY/ })).toHaveCount(0);
  await expectAccessible(page);
  await ready(page);
  await row(`Plate ${run}`)
    .getByRole('link', { name: `Find similar: Plate ${run}` })
    .click();
  await expect(page).toHaveURL(`/items/${plate}#similar`);
  await expect(page.locator('.item-similar').getByRole('article').first()).toBeVisible();
});

test('on a phone the way to book stays at the foot of the screen, in both themes and languages', async ({ visit }) => {
  const { page } = await visit({ viewport: { width: 360, height: 640 } });
  await register(page, 'Phone Poly', 'Buyer');
  const url = `http://localhost:${process.env.E2E_PORT}`;
  for (const [lang, theme] of [
    ['en', 'dark'],
    ['bn', 'light'],
  ] as const) {
    await page.context().addCookies([
      { name: 'lang', value: lang, url },
      { name: 'theme', value: theme, url },
    ]);
    await page.goto(`/items/${chair}`);
    await ready(page);
    const book = page.locator('.item-bar').getByRole('button').first();
    await expect(book).toBeEnabled();
    await expect(book).toBeInViewport({ ratio: 1 });
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await expect(book).toBeInViewport({ ratio: 1 });
    await expectNoOverflow(page);
    await expectAccessible(page);
  }
});
