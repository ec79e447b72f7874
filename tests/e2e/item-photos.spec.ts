import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { openSellerFixture, type SellerFixture } from './seller-fixture.ts';
import { expectAccessible, ready, test } from './visit.ts';

const CATEGORY = 'Feeding';
const run = Date.now();

let fixture: SellerFixture;

test.beforeAll(async () => {
  fixture = await openSellerFixture(CATEGORY, 'Sadia Karim');
});
test.afterAll(() => fixture.close());

/** Lists a product with photos of one colour each, and waits for their sizes. */
async function listWithPhotos(page: Page, name: string, colours: readonly string[]): Promise<string> {
  const headers = { authorization: `Bearer ${fixture.seller.token}` };
  const photos: string[] = [];
  for (const background of colours) {
    const buffer = await sharp({ create: { width: 1200, height: 900, channels: 3, background } })
      .jpeg()
      .toBuffer();
    const multipart = { photo: { name: 'photo.jpg', mimeType: 'image/jpeg', buffer } };
    photos.push((await (await page.request.post('/api/photos', { headers, multipart })).json()).insertedId);
  }
  const id = await fixture.list(name, { imageURL: undefined, photos });
  const shown = async () => (await (await page.request.get(`/api/items/${id}`)).json()).photos;
  await expect.poll(async () => (await shown()).length, { timeout: 30_000 }).toBe(colours.length);
  return id;
}

test('keys step through the photos, also on the full screen, and the focus returns [15.6]', async ({ visit }) => {
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
