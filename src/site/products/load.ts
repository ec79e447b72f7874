import { data } from 'react-router';
import { type Category, listByCategory, listCategories, type OfferedProduct } from '#modules/catalogue/contract.ts';
import { search } from '#modules/search/contract.ts';
import { appliedOf, askFor, type Quest } from '#modules/search/web/quest.ts';
import { loadWishes } from '#modules/wishlist/web/wishes.ts';
import type { Page } from '#platform/contract/call.ts';
import { CallError } from '#platform/contract/client.ts';
import { api } from '#platform/web/client.ts';
import { loadPages } from '#platform/web/paging.ts';
import { currentUser } from '#platform/web/session.ts';

export interface Offers {
  /** All there are, for their names. */
  categories: Category[];
  products: OfferedProduct[];
  /** There is another page behind these. */
  more: boolean;
  /** What the buyer has saved: the product's id to the wish's. */
  wishes: Map<string, string>;
}

/** What a category's page shows. An unknown category is thrown as a 404. */
export async function loadCategory(
  categoryId: string,
  quest: Quest,
  pages: number,
): Promise<Offers & { category: Category }> {
  const offers = await loadOffers(isWhole(quest) ? wholeCategory(categoryId) : found(quest), pages);
  const category = offers.categories.find((one) => one._id === categoryId);
  if (!category) throw data(null, { status: 404 });
  return { category, ...offers };
}

/** What a search shows. */
export function loadFound(quest: Quest, pages: number): Promise<Offers> {
  return loadOffers(found(quest), pages);
}

/** Nothing is asked for but a category itself, for which there is a shorter way. */
function isWhole(quest: Quest): boolean {
  return quest.sort === 'newest' && appliedOf(quest, true).length === 0;
}

type LoadPage = (cursor: string | undefined) => Promise<Page<OfferedProduct>>;

const wholeCategory =
  (categoryId: string): LoadPage =>
  (cursor) =>
    api.send(listByCategory, { params: { categoryId }, query: { cursor } });

const found =
  (quest: Quest): LoadPage =>
  (cursor) =>
    api.send(search, { query: { ...askFor(quest), sort: quest.sort, cursor } });

async function loadOffers(load: LoadPage, pages: number): Promise<Offers> {
  const [categories, offers, wishes] = await Promise.all([
    api.send(listCategories, {}),
    loadProducts(load, pages),
    loadHearts(),
  ]);
  return { categories, ...offers, wishes };
}

async function loadProducts(load: LoadPage, pages: number) {
  try {
    const { items, more } = await loadPages(pages, load);
    return { products: items, more };
  } catch (error) {
    if (error instanceof CallError && error.status === 404) throw data(null, { status: 404 });
    throw error;
  }
}

async function loadHearts(): Promise<Map<string, string>> {
  const user = await currentUser();
  if (user?.role !== 'buyer') return new Map();
  const { wishes } = await loadWishes(user.email);
  return new Map(wishes.map((wish) => [wish.itemId, wish._id]));
}
