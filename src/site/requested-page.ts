import { loadMessages, type MessageKey } from '#i18n/messages.ts';
import { listCategories } from '#modules/catalogue/contract.ts';
import { getItem } from '#modules/catalogue/items.contract.ts';
import type { RequestedName } from '#modules/identity/web/return-reason.tsx';
import { search } from '#modules/search/contract.ts';
import type { Client } from '#platform/contract/call-client.ts';
import type { Shop } from '#platform/contract/page.ts';
import { dashboardPageAt } from './dashboard-pages.ts';

const NEWEST_MAX_PRODUCTS = 3;
const OPEN_PAGES = /^\/($|search|sellers\/)/i;

/**
 * Returns the name of the page that a user must log in for, in both languages; null for a page that is open to visitors. On
 * such a page the visitor may have pressed the heart of the product `wish`.
 */
export async function requestedPageName(
  api: Client,
  path: string,
  { openCategories }: Pick<Shop, 'openCategories'>,
  wish?: string,
): Promise<RequestedName | null> {
  const { searchParams } = new URL(path, 'http://localhost');
  const [, itemId] = /^\/items\/([\w-]+)/i.exec(path) ?? [];
  const [, categoryId] = /^\/products\/([\w-]+)/i.exec(path) ?? [];
  const isOpen = OPEN_PAGES.test(path) || (categoryId !== undefined && openCategories);
  if (wish && (isOpen || itemId) && !searchParams.has('book')) {
    const name = await itemName(api, wish);
    if (name) return { ...name, for: 'wish' };
  }
  if (isOpen) return null;
  const name = itemId ? await itemName(api, itemId) : categoryId && (await categoryName(api, categoryId));
  if (!name) return inBothLanguages(pageLabel(path));
  if (itemId || !categoryId) return searchParams.has('book') ? { ...name, for: 'booking' } : name;
  searchParams.set('category', categoryId);
  return { ...name, openPath: `/search?${searchParams}`, newest: await newestProducts(api, categoryId) };
}

async function itemName(api: Client, id: string): Promise<RequestedName | null> {
  const item = await api.send(getItem, { params: { id } }).catch(() => null);
  return item && { en: item.productName, bn: item.productName };
}

/** Returns the names of a category; null when they cannot be read: the login page then names a category in general. */
async function categoryName(api: Client, id: string): Promise<RequestedName | null> {
  const categories = await api.send(listCategories, {}).catch(() => []);
  return categories.find((category) => category._id === id)?.names ?? null;
}

/** Returns the newest products of a category that can be booked now. Without them, the page still asks for a login. */
async function newestProducts(api: Client, category: string): Promise<RequestedName['newest']> {
  const { items } = await api
    .send(search, { query: { category, free: 'true', sort: 'newest' } })
    .catch(() => ({ items: [] }));
  return items.slice(0, NEWEST_MAX_PRODUCTS).map(({ _id, imageURL, resalePrice }) => ({ _id, imageURL, resalePrice }));
}

async function inBothLanguages(key: MessageKey): Promise<RequestedName> {
  const [en, bn] = await Promise.all([loadMessages('en'), loadMessages('bn')]);
  return { en: en[key], bn: bn[key] };
}

const LABELS: [RegExp, MessageKey][] = [
  [/^\/products\//i, 'login.pageProducts'],
  [/^\/dashboard/i, 'nav.dashboard'],
];

/** Returns the message key that names a page in the login page's sentence. */
export function pageLabel(path: string): MessageKey {
  const page = dashboardPageAt(path);
  return page?.label ?? LABELS.find(([pattern]) => pattern.test(path))?.[1] ?? 'login.pageOther';
}
