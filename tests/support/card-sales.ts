import { cardClient } from './card-client.ts';
import { openSales } from './sales.ts';
import { openTestStore } from './test-store.ts';

/** Opens a store of its own, whose sales are paid by card. */
export async function openCardSales() {
  const store = await openTestStore();
  const client = cardClient(store);
  return { store, client, admin: await store.as('admin'), sales: await openSales(store, client) };
}
