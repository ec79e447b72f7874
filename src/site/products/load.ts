import { data } from 'react-router';
import { type Category, listByCategory, listCategories, type OfferedProduct } from '#modules/catalogue/contract.ts';
import { loadWishes } from '#modules/wishlist/web/wishes.ts';
import { CallError } from '#platform/contract/client.ts';
import { api } from '#platform/web/client.ts';
import { loadPages } from '#platform/web/paging.ts';
import { currentUser } from '#platform/web/session.ts';

export interface Offers {
  category: Category;
  products: OfferedProduct[];
  /** There is another page behind these. */
  more: boolean;
  /** What the buyer has saved: the product's id to the wish's. */
  wishes: Map<string, string>;
}

/** What a category's page shows. An unknown category is thrown as a 404. */
export async function loadOffers(categoryId: string, pages: number): Promise<Offers> {
  const [categories, offers, wishes] = await Promise.all([
    api.send(listCategories, {}),
    loadProducts(categoryId, pages),
    loadHearts(),
  ]);
  const category = categories.find((one) => one._id === categoryId);
  if (!category) throw data(null, { status: 404 });
  return { category, ...offers, wishes };
}

async function loadProducts(categoryId: string, pages: number) {
  try {
    const { items, more } = await loadPages(pages, (cursor) =>
      api.send(listByCategory, { params: { categoryId }, query: { cursor } }),
    );
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
