import type { ShouldRevalidateFunctionArgs } from 'react-router';
import type { MessageKey } from '#i18n/messages.ts';
import { CallError } from '#platform/contract/call-client.ts';
import type { ActionResult } from '#platform/forms/action-result.ts';
import { authenticatedAction, type PageForm, type UserForm } from '#platform/forms/run-action.ts';
import { loadPages, pagesOf } from '#platform/lists/paging.ts';
import type { OpenRequest, UserRequest } from '#platform/web/authenticated-loader.ts';
import { addWish, listWishes, removeWish } from '../contract.ts';
import { WISH_QUERY_MAX_PRODUCTS, wishCookie } from '../rules.ts';

/** Returns as much of the buyer's wishlist as the page's URL requests. */
export async function loadWishlist({ api, user: { email }, url }: UserRequest) {
  const { items: wishes, more } = await loadPages(pagesOf(url.searchParams), (cursor) =>
    api.send(listWishes, { query: { email, cursor } }),
  );
  return { wishes, more };
}

/** Returns the wishes of a buyer for some products: product id to wish id. Others have none. */
export async function loadWishIds(
  { api, user }: Pick<OpenRequest, 'api' | 'user'>,
  products: readonly string[],
): Promise<Map<string, string>> {
  if (!user?.roles.includes('buyer')) return new Map();
  const parts = Array.from({ length: Math.ceil(products.length / WISH_QUERY_MAX_PRODUCTS) }, (_, n) =>
    products.slice(n * WISH_QUERY_MAX_PRODUCTS, (n + 1) * WISH_QUERY_MAX_PRODUCTS),
  );
  const pages = await Promise.all(
    parts.map((part) => api.send(listWishes, { query: { email: user.email, itemId: part.join(',') } })),
  );
  return new Map(pages.flatMap(({ items }) => items.map((wish) => [wish.itemId, wish._id])));
}

/** Whether a form is that of a heart button. */
export const isWish = (form: FormData) => form.get('intent') === 'wish';

/** `shouldRevalidate` of a page with wish buttons. They keep their own state, so a wish does not reload the page. */
export function unlessWish({ formData, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return !(formData && isWish(formData)) && defaultShouldRevalidate;
}

/**
 * Returns the action of a page with wish buttons. A visitor is redirected to the login. A cookie stores the product,
 * which the server saves after the login (`rendering/pending-wish.ts`).
 */
export function wishAction<T extends ActionResult, P>(act: (form: UserForm<P>) => Promise<T>, failed: MessageKey) {
  return authenticatedAction(act, failed, keepWish);
}

function keepWish({ form, url }: PageForm): string | undefined {
  const isSave = isWish(form) && !form.get('wish');
  return isSave ? wishCookie(String(form.get('item')), url.protocol === 'https:') : undefined;
}

export interface WishResult extends ActionResult {
  /** The wish's id after the change; null when the product is not saved. */
  wish?: string | null;
}

/** Removes the wish `wish` of a form, which may be named by its product `item`, or saves the product. */
export async function changeWish({ api, user, form, t }: UserForm): Promise<WishResult> {
  const withMessage = (message: string) => (form.get('quiet') ? {} : { message });
  const [wish, item] = [String(form.get('wish') ?? ''), String(form.get('item'))];
  if (wish) {
    const id = wish === item ? (await loadWishIds({ api, user }, [item])).get(item) : wish;
    if (id) await api.send(removeWish, { params: { id } }).catch(allowMissing);
    return { done: true, wish: null, ...withMessage(t('wish.takenBack')) };
  }
  const { insertedId, message } = await api.send(addWish, { body: { itemId: item } });
  return { done: true, wish: insertedId, ...withMessage(message) };
}

/** The wish was already removed, for example in another tab. */
function allowMissing(error: unknown): void {
  if (!(error instanceof CallError && error.status === 404)) throw error;
}
