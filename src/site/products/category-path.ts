import { useSession, useShop } from '#platform/web/session.ts';

/** Returns a function for the address of a category's products: its page, or the search where that page asks for a login. */
export function useCategoryPath(): (categoryId: string) => string {
  const { user } = useSession();
  const { openCategories } = useShop();
  return (id) => (user?.roles.length || openCategories ? `/products/${id}` : `/search?category=${id}`);
}
