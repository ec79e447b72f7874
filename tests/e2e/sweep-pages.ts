import { type Browser, expect, type Page } from '@playwright/test';
import { bangla } from '../../src/i18n/bangla.ts';
import { english } from '../../src/i18n/english.ts';
import { interpolate, type MessageKey } from '../../src/i18n/messages.ts';
import { book, categoryId, demoAdmin, list, type Member, newMember, withoutNetworkLines } from './members.ts';
import { payByCard } from './seller-fixture.ts';
import {
  emptyMemoryCache,
  expectAccessible,
  expectNoOverflow,
  openVisitor,
  ready,
  test,
  type Visitor,
} from './visit.ts';

export type CallerKind = 'visitor' | 'seller' | 'buyer' | 'admin';

const WIDTHS_OF = { all: [320, 360, 768, 1280], phones: [320, 360], tablets: [768, 1023], desktops: [1280] };
const HEIGHT_PX = 800;
const WORDS = { en: english, bn: bangla };
/** A word longer than a line, without a place to break it: an item, a place, and the start of a message. */
const LONG = `Pram${'n'.repeat(90)}প্র্যাম`;
/** The same as a name. */
const LONG_NAME = `Sadia${'k'.repeat(60)}`;

/** The people of the sweep, with rows in their lists, and the addresses of these rows. */
export interface SweepUsers {
  people: Record<CallerKind, Visitor>;
  addresses: Record<string, string>;
}

/** Opens a browser for each role, and fills the lists with long names. */
export async function openSweepUsers(browser: Browser): Promise<SweepUsers> {
  const visit = () => openVisitor(browser);
  const [admin, seller, buyer] = [
    await demoAdmin(visit),
    await newMember(visit, 'Seller', LONG_NAME),
    await newMember(visit, 'Buyer', `Ayesha${LONG_NAME}`),
  ];
  const [booked, saved] = [await list(seller, LONG), await list(seller, `Quilt ${LONG}`)];
  const removed = await list(seller, 'Bib');
  await seller.api('DELETE', `/my-products/${removed}`);
  const category = await categoryId(seller.page);
  const booking = await book(buyer, booked, LONG);
  const paid = await book(buyer, await list(seller, LONG), LONG);
  await payByCard(buyer.page, buyer.token, paid);
  const received = await receive(buyer, await list(seller, LONG));
  const claim = { reason: 'damaged', text: `${LONG} has a cracked rim.`, want: 'refund' };
  const disputed = await receive(buyer, await list(seller, LONG));
  const { insertedId: dispute } = await (await buyer.api('POST', `/bookings/${disputed}/dispute`, claim)).json();
  await buyer.api('POST', '/wishlist', { itemId: saved });
  await buyer.api('POST', '/reports', { productId: booked, reason: `${LONG} is not what it says.` });
  return {
    people: { visitor: await visit(), admin, seller, buyer },
    addresses: {
      'products/:categoryId': `/products/${category}`,
      'items/:id': `/items/${saved}`,
      'sellers/:id': `/sellers/${await sellerOf(buyer, saved)}`,
      'dashboard/myproduct/:id/edit': `/dashboard/myproduct/${booked}/edit`,
      'dashboard/myorders/:id': `/dashboard/myorders/${paid}`,
      'dashboard/myorders/:id/dispute': `/dashboard/myorders/${received}/dispute`,
      'dashboard/disputes/:id': `/dashboard/disputes/${dispute}`,
      'dashboard/mybuyers/:id': `/dashboard/mybuyers/${paid}`,
      'dashboard/payment/:id': `/dashboard/payment/${booking}`,
      'dashboard/receipt/:id': `/dashboard/receipt/${paid}`,
      search: '/search?q=quilt&condition=Good&max=10000',
      noresults: '/search?q=pram&condition=Fair&max=1',
      removed: `/items/${removed}`,
      '*': '/there/is/no/such/page',
    },
  };
}

/** Returns a booking that the buyer has paid for and received. */
async function receive(buyer: Member, item: string): Promise<string> {
  const booking = await book(buyer, item, LONG);
  await payByCard(buyer.page, buyer.token, booking);
  await buyer.api('POST', `/bookings/${booking}/received`);
  return booking;
}

async function sellerOf({ api }: Member, itemId: string): Promise<string> {
  return (await (await api('GET', `/items/${itemId}`)).json()).seller._id;
}

/** Translates a key to the language of the page. */
export type Translate = (key: MessageKey, values?: Record<string, string>) => string;

/** A page, or a state of it. */
export interface SweptPage {
  address: string;
  open?: ((page: Page, say: Translate) => Promise<void>) | undefined;
  /** Sizes of screen that have it. All have it by default. */
  only?: 'phones' | 'tablets' | 'desktops';
  /** The page is a 404 or a 410, which the browser logs. */
  missing?: boolean;
}

/** Checks a page twice: in English and light, on a desktop; in Bangla and dark, on a phone. */
export async function sweep({ page, complaints }: Visitor, target: SweptPage): Promise<void> {
  const before = complaints.length;
  const widest = target.only && WIDTHS_OF[target.only].at(-1);
  await sweepOnce(page, target, 'en', 'light', widest ?? 1280);
  await sweepOnce(page, target, 'bn', 'dark', widest ?? 360);
  const said = complaints.slice(before);
  expect(target.missing ? withoutNetworkLines(said) : said).toEqual([]);
}

async function sweepOnce(
  page: Page,
  target: SweptPage,
  lang: 'en' | 'bn',
  theme: string,
  width: number,
): Promise<void> {
  const cookie = { domain: new URL(test.info().project.use.baseURL ?? '').hostname, path: '/' };
  await page.context().addCookies([
    { ...cookie, name: 'lang', value: lang },
    { ...cookie, name: 'theme', value: theme },
  ]);
  await page.setViewportSize({ width, height: HEIGHT_PX });
  await emptyMemoryCache(page);
  await page.goto(target.address);
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await ready(page);
  await target.open?.(page, (key, values = {}) => interpolate(WORDS[lang][key], values));
  await expect(page.locator('html')).toHaveAttribute('lang', lang);
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
  await expect(page).toHaveTitle(lang === 'en' ? /Dolna/ : /দোলনা/);
  await expect(page.locator('h1')).toHaveCount(1);
  await expectAccessible(page, `${lang} ${theme} ${width}`);
  expect.soft(faultsOfWords(await page.locator('body').innerText(), lang), lang).toEqual([]);
  const byDistance = (one: number, other: number) => Math.abs(one - width) - Math.abs(other - width);
  for (const across of WIDTHS_OF[target.only ?? 'all'].toSorted(byDistance)) {
    if (across !== width) await page.setViewportSize({ width: across, height: HEIGHT_PX });
    await expectNoOverflow(page, expect.soft);
  }
}

/** Returns untranslated keys, unfilled placeholders, and English lines of a Bangla page. */
function faultsOfWords(text: string, lang: 'en' | 'bn'): string[] {
  const lines = text.split('\n').map((line) => line.trim());
  const broken = lines.filter(
    (line) => /\{\w+\}|\bundefined\b|\bNaN\b|\[object/.test(line) || line.split(/\s/).some((word) => word in english),
  );
  return [...broken, ...(lang === 'bn' ? lines.filter((line) => TRANSLATED.has(line)) : [])];
}

const TRANSLATED = new Set(
  Object.entries(english)
    .filter(([key, word]) => bangla[key as MessageKey] !== word)
    .map(([, word]) => word),
);
