import { type APIRequestContext, expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { call, type Person, register } from './people.ts';
import { book, openStall, type Stall } from './seller-fixture.ts';
import { expectAccessible, ready, test } from './support.ts';

const CATEGORY = 'Feeding';
const run = Date.now();
const HOSTILE = `</script><script>document.title='broken'</script>\u2028\u2029<!-- "quoted" & done`;

let stall: Stall;

test.beforeAll(async () => {
  stall = await openStall(CATEGORY, 'Sadia Karim');
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

test('photos are walked through by keys, one by one and on the full screen, and the focus comes back [15.6]', async ({
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

test('search engines and link previews read picture, title, price and state, in both languages, safely [15.9 15.10]', async ({
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
