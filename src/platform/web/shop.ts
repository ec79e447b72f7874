import type { Shop } from '#platform/contract/page.ts';
import { useFrame } from './session.ts';

/** What the store's owner has set, in a component. */
export function useShop(): Shop {
  return useFrame().shop;
}

let kept: Shop | undefined;

/** Keeps what the server said of the store with the page, for the browser's actions. */
export function keepShop(shop: Shop): void {
  kept = shop;
}

/** What the store's owner has set, in a browser's loader or action. */
export function currentShop(): Shop {
  if (!kept) throw new Error('The page frame is not loaded');
  return kept;
}
