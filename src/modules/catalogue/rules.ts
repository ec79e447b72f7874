/** The three words for a product's condition; the form starts at the first. */
export const QUALITIES = ['Excellent', 'Good', 'Fair'] as const;
export type Quality = (typeof QUALITIES)[number];

/** On the wire an unsold product has no status at all. */
export const STATUS_SOLD = 'SOLD';

/** A category's and a seller's products are counted up to this: an exact count of many costs more than their page. */
export const COUNT_MAX_PRODUCTS = 1000;

/** The state of a product for a reader of its page: free, under a live booking, or sold. */
export const ITEM_STATES = ['offered', 'booked', 'sold'] as const;

export const OWN_STATES = ['free', 'booked', 'sold'] as const;
export type OwnState = (typeof OWN_STATES)[number];

export interface ProductState {
  status: 'unsold' | 'sold' | 'removed';
  /** Whether it has a paid booking. */
  paid: boolean;
}

export function maySell(product: ProductState): boolean {
  return product.status === 'unsold';
}

/** SOLD can be undone unless the product was paid for here. */
export function mayUnsell(product: ProductState): boolean {
  return product.status === 'sold' && !product.paid;
}

/** Only unsold products are shown on the home page. */
export function mayAdvertise(product: ProductState): boolean {
  return product.status === 'unsold';
}

/** A sold product stays as it was sold. */
export function mayEdit(product: ProductState): boolean {
  return product.status === 'unsold';
}

/** A buyer pays the price that they saw when they booked. */
export function mayReprice(product: ProductState & { booked: boolean }): boolean {
  return mayEdit(product) && !product.booked;
}

/** A paid product stays on record. */
export function mayRemove(product: ProductState): boolean {
  return product.status !== 'removed' && !product.paid;
}

/** Returns the saving against the price when new, in the unit of the prices; 0 for none. */
export function saving(originalPrice: number, resalePrice: number): number {
  return Math.max(0, originalPrice - resalePrice);
}

/** Returns the area of a pick-up point as its seller wrote it: the text before the first comma. */
export function areaOfPoint(location: string): string {
  return (location.split(',')[0] ?? '').trim();
}

/** Whether a seller takes cash at the pick-up. */
export const CASH_CHOICES = ['yes', 'no'] as const;
