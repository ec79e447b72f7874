import type { CurrentUser } from '#platform/contract/page.ts';

/** Whether a product has a heart for a user: for buyers and, before they log in, for visitors; not for the own product. */
export function maySave(user: CurrentUser | undefined, { sellerId }: { sellerId: string }): boolean {
  return (!user?.roles.length || user.roles.includes('buyer')) && user?.id !== sellerId;
}
