import { randomBytes } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';
import sharp from 'sharp';
import { register } from './people.ts';
import { expectAccessible, expectNoOverflow, ready, test } from './visit.ts';

// The recorder loads local pictures, which the policy of the pages refuses.
if (process.env.PWTRACE === 'on') test.use({ trace: 'off' });

const CHAIR = `High chair ${Date.now()}`;

/** Returns a photo of one colour. */
async function photo(name: string, background: string) {
  const buffer = await sharp({ create: { width: 1200, height: 900, channels: 3, background } })
    .jpeg()
    .toBuffer();
  return { name, mimeType: 'image/jpeg', buffer };
}

/** Returns the colour in the middle of a picture. */
function colourOf(picture: Locator): Promise<number[]> {
  return picture.evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 1;
    const context = canvas.getContext('2d');
    context?.drawImage(image, 0, 0, 1, 1);
    return [...(context?.getImageData(0, 0, 1, 1).data ?? [])].slice(0, 3);
  });
}

const sourcesOf = (page: Page) =>
  page
    .locator('.photos-list .photo-picture img')
    .evaluateAll((images) => images.map((image) => image.getAttribute('src')));

/** Returns the photos in the draft on this device. Runs in the page. */
function draftedPhotos(): string[] {
  const [draft = '{}'] = Object.keys(localStorage).flatMap((key) =>
    key.startsWith('draft.') ? localStorage[key] : [],
  );
  return JSON.parse(draft).photos;
}

async function openForm(page: Page) {
  await page.goto('/dashboard/addproduct');
  await ready(page);
  await expect(page.locator('[name="categoryId"]')).toBeVisible();
}

async function fillIn(page: Page, name: string) {
  await page.locator('[name="productName"]').fill(name);
  await page.locator('[name="categoryId"]').selectOption({ index: 1 });
  await page.locator('[name="originalPrice"]').fill('4000');
  await page.locator('[name="resalePrice"]').fill('1500');
  await page.locator('[name="location"]').fill('Mirpur');
  await page.locator('[name="phone"]').fill('01712345678');
}

test('a seller adds photos to a product, or a link', async ({ visit }) => {
  test.setTimeout(180_000);
  const { page } = await visit({ refused: [415, 'net::ERR_FAILED'] });
  const choose = page.locator('.photos-drop input[type="file"]').first();
  const tiles = page.getByRole('list', { name: 'Photos, main one first' }).getByRole('listitem');
  const arrived = (count: number) => expect(page.locator('input[name="photos"]')).toHaveCount(count);

  await test.step('a file that is no photo, or too large, is refused with a message and not sent', async () => {
    await register(page, 'Sadia Karim', 'Seller');
    await openForm(page);
    await choose.setInputFiles([
      { name: 'menu.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') },
      { name: 'huge.jpg', mimeType: 'image/jpeg', buffer: randomBytes(10 * 1024 * 1024 + 1) },
    ]);
    const refusals = page.getByRole('alert').filter({ hasText: 'menu.pdf' });
    await expect(refusals).toContainText('menu.pdf: Choose a JPEG, PNG, WebP or AVIF photo.');
    await expect(refusals).toContainText('huge.jpg: Over 10 MB.');
    await expect(tiles).toHaveCount(0);
  });

  await test.step('a file with a false type is refused', async () => {
    await choose.setInputFiles({ name: 'lie.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<svg xmlns="…"/>') });
    await expect(page.getByText('lie.jpg: Choose a JPEG, PNG, WebP or AVIF photo.')).toBeVisible();
    await expect(tiles).toHaveCount(0);
  });

  await test.step('a form without a picture says so beside its other errors', async () => {
    await page.getByRole('button', { name: 'List it' }).click();
    const summary = page.getByRole('region', { name: 'There is a problem' });
    await expect(summary).toContainText('Add a picture.');
    await expect(summary).toContainText('Enter the item’s name.');
    await summary.getByRole('link', { name: 'Add a picture.' }).click();
    await expect(page.getByRole('button', { name: 'Choose photos' })).toBeFocused();
  });

  await test.step('photos are ordered by buttons, with the keyboard alone', async () => {
    await choose.setInputFiles([
      await photo('red.jpg', '#c01020'),
      await photo('green.jpg', '#108020'),
      await photo('blue.jpg', '#1020c0'),
    ]);
    await arrived(3);
    await expect(page.getByText('3 of 8 photos')).toBeVisible();
    await expect(page.getByText('Add a picture.')).toHaveCount(0);
    await expectAccessible(page);
    const [red, green, blue] = await sourcesOf(page);

    await page.getByRole('button', { name: 'Move photo 2 later' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => sourcesOf(page)).toEqual([red, blue, green]);
    await expect(page.getByRole('button', { name: 'Move photo 3 later' })).toBeFocused();
    await expect(page.getByText('Now photo 3 of 3.')).toBeAttached();

    await page.getByRole('button', { name: 'Make main: photo 3' }).focus();
    await page.keyboard.press('Space');
    await expect.poll(() => sourcesOf(page)).toEqual([green, red, blue]);
    await expect(page.getByRole('button', { name: 'Main photo' })).toBeFocused();

    await page.getByRole('button', { name: 'Remove photo 2' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => sourcesOf(page)).toEqual([green, blue]);
    await expect(page.getByRole('button', { name: 'Remove photo 2' })).toBeFocused();
  });

  await test.step('and by dragging', async () => {
    const [green, blue] = await sourcesOf(page);
    await page.locator('.photo-picture').first().scrollIntoViewIfNeeded();
    const [from, to] = [await tiles.nth(1).boundingBox(), await tiles.nth(0).boundingBox()];
    if (!from || !to) throw new Error('The photos are not on the page');
    const drag = async () => {
      await page.mouse.move(from.x + 40, from.y + 60);
      await page.mouse.down();
      await page.mouse.move(to.x + 60, to.y + 60, { steps: 5 });
      await page.mouse.up();
    };
    await drag();
    await expect.poll(() => sourcesOf(page)).toEqual([blue, green]);
    await drag();
    await expect.poll(() => sourcesOf(page)).toEqual([green, blue]);
  });

  await test.step('the form waits for a photo, and stays after a failed upload', async () => {
    const release = Promise.withResolvers<void>();
    await page.route('**/api/photos', async (route) => {
      await release.promise;
      await route.abort();
    });
    await choose.setInputFiles(await photo('white.jpg', '#f0f0f0'));
    const submit = page.getByRole('button', { name: 'Uploading 1 photo…' });
    await expect(submit).toHaveAttribute('aria-disabled', 'true');
    await expect(page.getByRole('progressbar', { name: 'Uploading photo 3' })).toBeVisible();
    release.resolve();
    await page.getByRole('button', { name: 'List it' }).click();
    await expect(page.getByText('A photo was not uploaded. Try again or remove it.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Choose photos' })).toBeFocused();
    await page.unroute('**/api/photos');
    await page.getByRole('button', { name: 'Try again: photo 3' }).click();
    await arrived(3);
    await expect(page.getByText('A photo was not uploaded.')).toHaveCount(0);
    await page.getByRole('button', { name: 'Remove photo 3' }).click();
    await arrived(2);
  });

  await test.step('a reloaded page still has them', async () => {
    const ids = await page
      .locator('input[name="photos"]')
      .evaluateAll((inputs) => inputs.map((input) => input.getAttribute('value')));
    expect(ids).toHaveLength(2);
    await expect.poll(() => page.evaluate(draftedPhotos)).toEqual(ids);
    await openForm(page);
    await arrived(2);
    expect(await sourcesOf(page)).toEqual(ids.map((id) => `/media/${id}-800.webp`));
    await expect(page.locator('.add-preview img').first()).toHaveAttribute('src', `/media/${ids[0]}-800.webp`);
    for (const width of [320, 768]) {
      await page.setViewportSize({ width, height: 800 });
      await expectNoOverflow(page);
    }
    await page.setViewportSize({ width: 1280, height: 720 });
  });

  await test.step('the listing shows the first of them, as AVIF', async () => {
    await fillIn(page, CHAIR);
    await page.getByRole('button', { name: 'List it' }).click();
    await expect(page).toHaveURL(/\/dashboard\/myproduct/);
    const row = page.getByRole('row').filter({ hasText: CHAIR });
    await expect(row.locator('img')).toHaveAttribute('src', /^\/media\/[\w-]+-800\.webp$/, { timeout: 30_000 });
    await expect(row).not.toContainText('Preparing photo');
    const category = await page.evaluate(async () => {
      const answer = await fetch('/api/categories');
      return (await answer.json())[0]._id;
    });
    await page.goto(`/products/${category}`);
    const picture = page.getByRole('article').filter({ hasText: CHAIR }).locator('.product-picture img');
    await picture.scrollIntoViewIfNeeded();
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    expect(await picture.evaluate((image: HTMLImageElement) => image.currentSrc)).toMatch(
      /\/media\/[\w-]+-(400|800)\.avif$/,
    );
    const [red = 0, green = 0, blue = 0] = await colourOf(picture);
    expect(green).toBeGreaterThan(red + blue);
    await expectAccessible(page);
  });

  await test.step('its photos can be changed afterwards', async () => {
    await page.goto('/dashboard/myproduct');
    await page.getByRole('link', { name: `Edit: ${CHAIR}` }).click();
    await arrived(2);
    await ready(page);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Make main: photo 2' }).click();
    await page.getByRole('button', { name: 'Remove photo 2' }).click();
    const [left] = await sourcesOf(page);
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByRole('row').filter({ hasText: CHAIR }).locator('img')).toHaveAttribute('src', left ?? '');
    await expect(page.getByText(`${CHAIR} is updated`)).toBeVisible();
  });

  await test.step('a link is accepted instead, and the page never loads it', async () => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await openForm(page);
    await page.getByRole('tab', { name: 'Paste a link' }).click();
    await page.locator('[name="imageURL"]').fill('ftp://example.com/chair.jpg');
    await fillIn(page, `${CHAIR} by link`);
    await page.getByRole('button', { name: 'List it' }).click();
    await expect(page.getByText('Enter a picture link, starting with https://')).toBeVisible();
    await expect(page.locator('[name="imageURL"]')).toBeFocused();
    await page.locator('[name="imageURL"]').fill('https://pictures.invalid/chair.jpg');
    await expect(page.getByText('We fetch it when you list.')).toBeVisible();
    await page.getByRole('button', { name: 'List it' }).click();
    await expect(page).toHaveURL(/\/dashboard\/myproduct/);
    const row = page.getByRole('row').filter({ hasText: `${CHAIR} by link` });
    await expect(row).toContainText(/Preparing photo|Picture not fetched/);
    await expectAccessible(page);
    expect(asked.filter((url) => url.includes('pictures.invalid'))).toEqual([]);
  });
});
