import type { CurrentUser } from '#platform/contract/page.ts';

/** Whether products of others have a heart for a user: for buyers and, before they log in, for visitors. */
export function hasHearts(user: CurrentUser | undefined): boolean {
  return !user?.roles.length || user.roles.includes('buyer');
}

/** Whether a product has a heart for a user. The own product has none. */
export function maySave(user: CurrentUser | undefined, { sellerId }: { sellerId: string }): boolean {
  return hasHearts(user) && user?.id !== sellerId;
}
