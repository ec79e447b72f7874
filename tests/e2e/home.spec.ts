import { expect, type Locator, type Page } from '@playwright/test';
import { register } from './people.ts';
import { expectAccessible, ready, test } from './visit.ts';

const carousel = (page: Page, name: 'Welcome' | 'Deals of the Week') => page.getByRole('region', { name, exact: true });

const inTk = (price: number) => `Tk ${price.toLocaleString('en-IN')}`;

/** Expects that a picture has loaded. */
async function expectPicture(picture: Locator): Promise<void> {
  await picture.scrollIntoViewIfNeeded();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
}

const slides = (page: Page, name: 'Welcome' | 'Deals of the Week') =>
  carousel(page, name).locator('[aria-roledescription="slide"]');

/** Returns the index of the slide in the middle, or -1 while none is there. */
const middle = (page: Page, name: 'Welcome' | 'Deals of the Week') =>
  slides(page, name).evaluateAll((all) =>
    all.findIndex((slide) => (slide as HTMLElement).style.getPropertyValue('--at') === '0'),
  );

/** Returns the angle in degrees and the depth in pixels of the slide right of the middle. */
async function turned(page: Page) {
  const right = slides(page, 'Deals of the Week').nth((await middle(page, 'Deals of the Week')) + 1);
  return right.evaluate((slide) => {
    const { m13, m33, m43 } = new DOMMatrix(getComputedStyle(slide).transform);
    return { rotate: Math.round((Math.atan2(m13, m33) * 180) / Math.PI), depth: Math.abs(Math.round(m43)) };
  });
}

test('the home page is complete without scripts: every section in order, with its data [1.2 2.7]', async ({
  visit,
}) => {
  const { page } = await visit({ javaScriptEnabled: false });
  const advertised = await (await page.request.get('/api/products/advertise')).json();
  expect(advertised.length).toBeGreaterThan(4);
  const deals = advertised.slice(0, 12);
  const cards = carousel(page, 'Deals of the Week').locator('.deal');
  // The page is cached for a second, and an earlier test may have changed its items.
  await expect(async () => {
    await page.goto('/');
    const names = await cards.locator('h3').allTextContents();
    expect(names.slice(0, deals.length)).toEqual(deals.map(({ productName }: { productName: string }) => productName));
  }).toPass();
  await expect(page).toHaveTitle(/^Dolna/);
  const headings = await page.locator('main').locator('h1, h2').allTextContents();
  const sections = [
    'New and preloved, for tiny tots',
    'Deals of the Week',
    'Shop Our Collections',
    'Hear from fellow Good-willers',
    'Why did we start Dolna?',
    'Benefits of selling with us',
  ];
  expect(headings.filter((heading) => sections.includes(heading))).toEqual(sections);
  expect(headings.at(-1), 'the questions come last').toBe('Good questions, honest answers');
  const section = (name: string) => page.getByRole('region', { name, exact: true });

  await test.step("each advertised card shows the image, a quality badge and a fixed red '50% OFF' badge, beside its true prices [1.9 9.8]", async () => {
    for (const [index, { productName, quality, resalePrice, originalPrice }] of deals.entries()) {
      const card = cards.nth(index);
      await expect(card.locator('h3')).toHaveText(productName);
      await expectPicture(card.locator('img'));
      await expect(card.locator('.chip-quality')).toHaveText(quality);
      await expect(card.locator('.chip-off')).toHaveText('50% OFF');
      await expect(card.locator('.price b')).toHaveText(inTk(resalePrice));
      if (originalPrice > resalePrice)
        await expect(card.locator('.price s')).toHaveText(`Original price ${inTk(originalPrice)}`);
    }
    const [red = 0, green = 0, blue = 0] = await cards
      .first()
      .locator('.chip-off')
      .evaluate((badge) => (getComputedStyle(badge).backgroundColor.match(/\d+/g) ?? []).map(Number));
    expect(red, 'the badge is red').toBeGreaterThan(2 * Math.max(green, blue));
  });

  await test.step("each tile of 'Shop Our Collections' shows a photo and category name and links to /products/{category id} [1.10]", async () => {
    const categories = await (await page.request.get('/api/categories')).json();
    expect(categories.length).toBeGreaterThanOrEqual(10);
    const tiles = section('Shop Our Collections').getByRole('listitem');
    await expect(tiles).toHaveCount(categories.length);
    for (const [index, { _id, categoryName }] of categories.entries()) {
      const tile = tiles.nth(index);
      await expect(tile.getByRole('heading')).toHaveText(categoryName);
      await expect(tile.getByRole('link')).toHaveAttribute('href', `/products/${_id}`);
      await expectPicture(tile.locator('img'));
    }
  });

  await test.step("testimonials titled 'Hear from fellow Good-willers', two identical five-star entries [1.12]", async () => {
    const entries = section('Hear from fellow Good-willers').getByRole('figure');
    await expect(entries).toHaveCount(2);
    await expect(entries.first().getByRole('img', { name: 'Five out of five stars' }).locator('svg')).toHaveCount(5);
    expect(await entries.first().innerHTML()).toBe(await entries.last().innerHTML());
  });

  await test.step("'Why did we start Dolna?' has three values, 'Benefits of selling with us' six entries [1.13 1.14]", async () => {
    const values = section('Why did we start Dolna?').getByRole('heading', { level: 3 });
    await expect(values).toHaveText(['Parents for parents', 'Sharing the love', 'A better world']);
    await expect(section('Benefits of selling with us').getByRole('heading', { level: 3 })).toHaveText([
      'Super quick listing',
      'Pick-up handled by Dolna',
      'Stay anonymous',
      'Secure payment',
      'Planet friendly',
      'Living by example',
    ]);
    await expect(page.getByText('Under 5 minutes')).toBeVisible();
  });

  await test.step("an FAQ block explains why to resell and why to buy used, with a 'Sign Up Now!' button [1.15]", async () => {
    const faq = section('Good questions, honest answers');
    await expect(faq.getByText('Why resell?')).toBeVisible();
    await expect(faq.getByText('Outgrown items bring money and space.')).toBeVisible();
    await faq.getByText('Why buy used?').click();
    await expect(faq.getByText('You pay far less')).toBeVisible();
    await faq.getByRole('link', { name: 'Sign Up Now!' }).click();
    await expect(page).toHaveURL('/signup');
  });
});

test("a hero slider with three slides, each with a 'sell with us' button; nothing moves by itself with reduced motion [1.7 9.7]", async ({
  visit,
}) => {
  const { page } = await visit({ reducedMotion: 'reduce' });
  await page.goto('/');
  await ready(page);
  for (const name of ['Welcome', 'Deals of the Week'] as const) {
    await expect(carousel(page, name).getByRole('button', { name: 'Play' })).toBeVisible();
    expect(await middle(page, name)).toBe(0);
  }
  expect(await turned(page), 'nothing turns').toEqual({ rotate: 0, depth: 0 });
  await expect(page.locator('.marquee')).toHaveCSS('animation-play-state', 'paused');
  await expectAccessible(page);

  const hero = carousel(page, 'Welcome');
  await expect(slides(page, 'Welcome')).toHaveCount(3);
  for (const position of ['2 of 3', '3 of 3', '1 of 3']) {
    await hero.getByRole('button', { name: 'Next' }).click();
    const slide = hero.getByRole('group', { name: position });
    await expect(slide).toBeInViewport({ ratio: 0.5 });
    await expect(slide.getByRole('heading')).toBeVisible();
    await expect(slide.getByRole('link', { name: 'Sell with us' })).toBeVisible();
  }
  await hero.getByRole('group', { name: '1 of 3' }).getByRole('link', { name: 'Sell with us' }).click();
  await expect(page).toHaveURL('/signup?as=seller');
  await expect(page.getByRole('radio', { name: /^Seller/ })).toBeChecked();
});

test('autoplay moves every 2500 ms, also after interaction; coverflow has rotate 50 and depth 100; a button pauses it [9.7]', async ({
  visit,
}) => {
  const { page } = await visit({ reducedMotion: 'no-preference' });
  await page.clock.install();
  await page.goto('/');
  await ready(page);
  const [hero, deals] = [carousel(page, 'Welcome'), carousel(page, 'Deals of the Week')];
  await expect(deals.getByRole('button', { name: 'Pause' })).toBeVisible();
  // The test moves the clock from here on. A slide that moves at that time ends its move.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
  for (const name of ['Welcome', 'Deals of the Week'] as const)
    await expect(async () => {
      await page.clock.runFor(50);
      expect(await middle(page, name)).not.toBe(-1);
    }).toPass();
  await expect.poll(() => turned(page)).toEqual({ rotate: 50, depth: 100 });

  /** A slide moves for 600 ms and stays for 2500 ms. */
  async function expectToMoveOn(name: 'Welcome' | 'Deals of the Week', from: number) {
    expect(await middle(page, name)).toBe(from);
    await page.clock.runFor(600 + 2499);
    expect(await middle(page, name)).toBe(from);
    await page.clock.runFor(1);
    expect(await middle(page, name)).not.toBe(from);
  }

  await test.step('it moves by itself, and continues after a click and a drag', async () => {
    const first = await middle(page, 'Welcome');
    await hero.getByRole('button', { name: 'Next' }).click();
    await expectToMoveOn('Welcome', (first + 1) % 3);

    await deals.scrollIntoViewIfNeeded();
    const shown = await middle(page, 'Deals of the Week');
    const card = slides(page, 'Deals of the Week').nth(shown);
    const { x, y, width } = (await card.boundingBox()) ?? { x: 0, y: 0, width: 0 };
    await page.mouse.move(x + width / 2, y + 200);
    await page.mouse.down();
    await page.mouse.move(x + width / 4, y + 200, { steps: 4 });
    await page.clock.runFor(10_000);
    expect(await middle(page, 'Deals of the Week'), 'while it is held it is nowhere else').toBe(-1);
    await page.mouse.up();
    expect(page.url(), 'to drag a card is not to press it').toMatch(/\/$/);
    await expectToMoveOn('Deals of the Week', (shown + 1) % (await slides(page, 'Deals of the Week').count()));
  });

  await test.step('a button pauses it, and so does keyboard focus inside', async () => {
    await hero.getByRole('button', { name: 'Pause' }).click();
    await expect(hero.getByRole('button', { name: 'Play' })).toBeVisible();
    const stopped = await middle(page, 'Welcome');
    await page.clock.runFor(10_000);
    expect(await middle(page, 'Welcome')).toBe(stopped);

    await hero.getByRole('button', { name: 'Play' }).click();
    await expect(hero.getByRole('button', { name: 'Pause' })).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(hero.getByRole('button', { name: 'Play' })).toBeVisible();
    const focused = await middle(page, 'Welcome');
    await page.clock.runFor(10_000);
    expect(await middle(page, 'Welcome')).toBe(focused);
    await page.keyboard.press('ArrowLeft');
    expect(await middle(page, 'Welcome')).toBe((focused + 2) % 3);
    await hero.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('contentinfo').click({ position: { x: 2, y: 2 } });
    await expect(hero.getByRole('button', { name: 'Pause' })).toBeVisible();
  });

  await test.step("a 'Deals of the Week' scrolling title, which stops with its carousel [1.8]", async () => {
    await expect(page.getByRole('heading', { level: 2, name: 'Deals of the Week' })).toHaveCount(1);
    const title = page.locator('.marquee');
    await expect(title).toContainText('Deals of the Week');
    await expect(title).toHaveCSS('animation-iteration-count', 'infinite');
    const x = async () => (await title.boundingBox())?.x ?? 0;
    const start = await x();
    await expect.poll(x).toBeLessThan(start);
    await deals.getByRole('button', { name: 'Pause' }).click();
    await expect(deals.getByRole('button', { name: 'Play' })).toBeVisible();
    await expect(title).toHaveCSS('animation-play-state', 'paused');
  });
});

test("'Sell with us' leads a buyer to where they start selling [1.7]", async ({ visit }) => {
  const { page } = await visit();
  await register(page, 'Bilkis Buyer', 'Buyer');
  await page.goto('/');
  await ready(page);
  const hero = carousel(page, 'Welcome').getByRole('group', { name: '1 of 3' });
  await hero.getByRole('link', { name: 'Sell with us' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Start selling');
});

test('while the home page loads, the hero shows its first slide and no other [9.7]', async ({ visit }) => {
  const { page } = await visit({ reducedMotion: 'no-preference' });
  await page.addInitScript(() => {
    const shown = new Set<string | null>();
    let started = 0;
    requestAnimationFrame(function look(now) {
      // A slide takes 600 ms to move; the next one comes after 2500 ms.
      if (started && now > started + 1000) {
        Object.assign(window, { shown: [...shown] });
        return;
      }
      const panel = document.querySelector('.hero-panel');
      const { left = 0, right = 0 } = panel?.getBoundingClientRect() ?? {};
      for (const slide of panel?.querySelectorAll('[aria-roledescription="slide"]') ?? []) {
        const its = slide.getBoundingClientRect();
        if (its.left < right - 1 && its.right > left + 1) shown.add(slide.getAttribute('aria-label'));
      }
      if (panel?.querySelector('[data-moving]')) started ||= now;
      requestAnimationFrame(look);
    });
  });
  await page.goto('/');
  await page.waitForFunction(() => 'shown' in window);
  expect(await page.evaluate(() => (window as unknown as { shown: string[] }).shown)).toEqual(['1 of 3']);
});

test('a deal at the side cannot be focused, and a click moves it to the middle [9.7]', async ({ visit }) => {
  const { page } = await visit({ reducedMotion: 'no-preference' });
  await page.goto('/');
  await ready(page);
  const name = 'Deals of the Week';
  const deals = carousel(page, name);
  await deals.getByRole('button', { name: 'Pause' }).click();
  const focusable = () =>
    slides(page, name).evaluateAll((all) =>
      all.flatMap((slide, index) => ((slide as HTMLElement).inert ? [] : [index])),
    );
  await expect.poll(() => middle(page, name), 'the last move ends').not.toBe(-1);
  const shown = await middle(page, name);
  await expect.poll(focusable).toEqual([shown]);

  const panel = (await deals.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.click(panel.x + panel.width / 2 + 300, panel.y + panel.height / 2);
  await expect.poll(() => middle(page, name)).toBe(shown + 1);
  await expect.poll(focusable).toEqual([shown + 1]);
  await expect(page).toHaveURL('/');

  await slides(page, name)
    .nth(shown + 1)
    .getByRole('link')
    .focus();
  await page.keyboard.press('ArrowRight');
  await expect(
    slides(page, name)
      .nth(shown + 2)
      .getByRole('link'),
  ).toBeFocused();
});
