import type { Client } from '#platform/contract/call-client.ts';
import { getListingTerms, listCategories } from '../contract.ts';

/** Loads the categories and the store's terms. Without them, the rest of the form can still be filled in. */
export async function loadChoices(api: Client) {
  const [categories, terms] = await Promise.all([
    api.send(listCategories, {}).catch(() => null),
    api.send(getListingTerms, {}).catch(() => null),
  ]);
  return { categories, terms };
}
