import type { ComponentType } from 'react';
import type { VisibleProduct } from '#modules/catalogue/contract.ts';
import { listWishes } from '#modules/wishlist/contract.ts';
import { api } from '#platform/web/api-client.ts';
import { CardHeart } from '../products/product-heart.tsx';

export type RowProduct = Pick<VisibleProduct, '_id' | 'productName' | 'sellerId'>;

export interface RowHearts {
  CardHeart: ComponentType<{ product: RowProduct; wish: string | undefined; action: string }>;
  /** The buyer's wishes: product id to wish id. */
  wishes: ReadonlyMap<string, string>;
}

/** Loads a buyer's hearts for some products: at most 24. */
export async function loadRowHearts(email: string, products: readonly RowProduct[]): Promise<RowHearts> {
  const itemId = products.map(({ _id }) => _id).join(',');
  const { items } = await api.send(listWishes, { query: { email, itemId } });
  return { CardHeart, wishes: new Map(items.map(({ itemId, _id }) => [itemId, _id])) };
}
