import { type Category, listCategories } from '#modules/catalogue/contract.ts';
import { getItem } from '#modules/catalogue/items.contract.ts';
import type { Client } from '#platform/contract/call-client.ts';

/** What the category or the thing is called that somebody has to sign in for first; null for any other page. */
export async function wantedName(api: Client, from: string | null): Promise<Category['names'] | null> {
  const itemId = /^\/items\/([\w-]+)/i.exec(from ?? '')?.[1];
  if (itemId) return wantedItem(api, itemId);
  const id = /^\/products\/([\w-]+)/i.exec(from ?? '')?.[1];
  if (!id) return null;
  // Without its name the login page still says what it is: a collection.
  const categories = await api.send(listCategories, {}).catch(() => []);
  return categories.find((category) => category._id === id)?.names ?? null;
}

async function wantedItem(api: Client, id: string): Promise<Category['names'] | null> {
  const item = await api.send(getItem, { params: { id } }).catch(() => null);
  return item && { en: item.productName, bn: item.productName };
}
