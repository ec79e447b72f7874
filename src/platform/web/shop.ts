import type { Shop } from '#platform/contract/page.ts';

let kept: Shop | undefined;

/** Keeps what the server said of the store with the page, for the browser's loaders and actions. */
export function keepShop(shop: Shop): void {
  kept = shop;
}

/** What the store's owner has set, outside a component. */
export function currentShop(): Shop {
  if (!kept) throw new Error('The page frame is not loaded');
  return kept;
}
