import { useSession, useShop } from '#platform/web/session.ts';

/** Returns a function for the address of a category's products: its page, or the search where that page asks for a login. */
export function useCategoryPath(): (categoryId: string) => string {
  const isOpen = useCanOpenCategories();
  return (id) => (isOpen ? `/products/${id}` : `/search?category=${id}`);
}

/** Returns the address where a person begins to look: the collections, or the search where those ask for a login. */
export function useShopPath(): string {
  return useCanOpenCategories() ? '/#collections' : '/search';
}

function useCanOpenCategories(): boolean {
  const { user } = useSession();
  const { openCategories } = useShop();
  return openCategories || Boolean(user?.roles.length);
}
