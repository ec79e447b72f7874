/** The three words for a thing's condition; the form starts at the first. */
export const QUALITIES = ['Excellent', 'Good', 'Fair'] as const;
export type Quality = (typeof QUALITIES)[number];

/** On the wire an unsold product has no status at all. */
export const STATUS_SOLD = 'SOLD';

/** How a thing stands with who looks at its page: to be had, under a live booking, or sold. */
export const ITEM_STATES = ['offered', 'booked', 'sold'] as const;

/** What the rules need to know of a product. */
export interface ProductState {
  status: 'unsold' | 'sold' | 'removed';
  /** A paid booking of it stands here. */
  paid: boolean;
}

export function maySell(product: ProductState): boolean {
  return product.status === 'unsold';
}

/** SOLD has a way back until it was paid for here. */
export function mayUnsell(product: ProductState): boolean {
  return product.status === 'sold' && !product.paid;
}

/** Only what can still be bought is shown on the home page. */
export function mayAdvertise(product: ProductState): boolean {
  return product.status === 'unsold';
}

/** What is sold stays as it was sold. */
export function mayEdit(product: ProductState): boolean {
  return product.status === 'unsold';
}

/** Who booked it pays the price that they saw. */
export function mayReprice(product: ProductState & { booked: boolean }): boolean {
  return mayEdit(product) && !product.booked;
}

/** What somebody paid for stays on record. */
export function mayRemove(product: ProductState): boolean {
  return product.status !== 'removed' && !product.paid;
}

/** What the buyer saves against the price when new, in the unit of the prices; 0 when it is no saving. */
export function saving(originalPrice: number, resalePrice: number): number {
  return Math.max(0, originalPrice - resalePrice);
}
