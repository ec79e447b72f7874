import { type Category, listCategories } from '#modules/catalogue/contract.ts';
import type { Client } from '#platform/contract/client.ts';

/** What the category is called that somebody has to sign in for first; null for any other page. */
export async function wantedCategory(api: Client, from: string | null): Promise<Category['names'] | null> {
  const id = /^\/products\/([\w-]+)/i.exec(from ?? '')?.[1];
  if (!id) return null;
  // Without its name the login page still says what it is: a collection.
  const categories = await api.send(listCategories, {}).catch(() => []);
  return categories.find((category) => category._id === id)?.names ?? null;
}
