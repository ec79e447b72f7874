import type { Shop } from '#platform/contract/page.ts';

let current: Shop | undefined;

/** Stores the shop's settings for client loaders and actions. */
export function storeShop(shop: Shop): void {
  current = shop;
}

/** Returns the shop's settings outside a component. @throws Error before the root's data is loaded. */
export function currentShop(): Shop {
  if (!current) throw new Error('No root data');
  return current;
}
