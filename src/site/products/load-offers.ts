import { type Category, listByCategory, listCategories, type VisibleProduct } from '#modules/catalogue/contract.ts';
import { getItemOffer } from '#modules/catalogue/items.contract.ts';
import { type FewerWords, search, searchSummary } from '#modules/search/contract.ts';
import { appliedFilters } from '#modules/search/filters.rules.ts';
import { type SearchParams, toQuery } from '#modules/search/web/search-params.ts';
import { loadWishIds } from '#modules/wishlist/web/wishes.ts';
import type { Page } from '#platform/contract/call.ts';
import { nullIfMissing } from '#platform/contract/call-client.ts';
import { loadPages } from '#platform/lists/paging.ts';
import type { OpenRequest } from '#platform/web/authenticated-loader.ts';
import { nullUnlessSignedOut } from '../item/load-item.ts';

export interface Offers {
  /** All categories, for their names. */
  categories: Category[];
  products: VisibleProduct[];
  /** There is a next page. */
  more: boolean;
  /** The buyer's wishes: product id to wish id. */
  wishes: Map<string, string>;
  /** No product has all words: the list is of a search with fewer. */
  fewer?: FewerWords | undefined;
}

/** Loads a category's page; without filters, the product `first` comes before the others. Returns null for an unknown category. */
export async function loadCategory(
  request: OpenRequest,
  categoryId: string,
  params: SearchParams,
  pages: number,
  first: string | null,
): Promise<(Offers & { category: Category }) | null> {
  // The call of a whole category is for signed-in users.
  const isWhole = request.user?.roles.length && params.sort === 'newest' && appliedFilters(params).length === 0;
  const whole = isWhole ? { categoryId, first } : undefined;
  const offers = await loadFound(request, params, pages, whole).catch(nullIfMissing);
  const category = offers?.categories.find((one) => one._id === categoryId);
  return offers && category ? { category, ...offers } : null;
}

/** Loads the page of a search. A category without filters has a shorter route: pass `whole`. */
export async function loadFound(
  request: OpenRequest,
  params: SearchParams,
  pages: number,
  whole?: { categoryId: string; first: string | null },
): Promise<Offers> {
  const { api } = request;
  const find = (q: string | undefined, cursor: string | undefined) =>
    api.send(search, { query: { ...toQuery(params), q, sort: params.sort, cursor } });
  const loadPage = (cursor: string | undefined): Promise<Page<VisibleProduct>> =>
    whole
      ? api.send(listByCategory, { params: { categoryId: whole.categoryId }, query: { cursor } })
      : find(params.q, cursor);
  const [categories, all, first] = await Promise.all([
    api.send(listCategories, {}),
    loadPages(pages, loadPage),
    whole?.first && api.send(getItemOffer, { params: { id: whole.first } }).catch(nullUnlessSignedOut),
  ]);
  const isNothing = all.items.length === 0 && params.q && appliedFilters(params).length === 0;
  const { fewer } = isNothing ? await api.send(searchSummary, { query: toQuery(params) }) : {};
  const kept = fewer && (await loadPages(pages, (cursor) => find(fewer.kept, cursor)));
  const isFound = kept !== undefined && kept.items.length > 0;
  const { items, more } = isFound ? kept : all;
  const isFirst = first && first.categoryId === whole?.categoryId;
  const products = isFirst ? [first, ...items.filter(({ _id }) => _id !== first._id)] : items;
  const ids = products.map(({ _id }) => _id);
  return { categories, products, more, wishes: await loadWishIds(request, ids), fewer: isFound ? fewer : undefined };
}
