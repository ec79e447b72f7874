/** The three words for a product's condition; the form starts at the first. */
export const QUALITIES = ['Excellent', 'Good', 'Fair'] as const;
export type Quality = (typeof QUALITIES)[number];

/** On the wire an unsold product has no status at all. */
export const STATUS_SOLD = 'SOLD';

/** A category's and a seller's products are counted up to this: an exact count of many costs more than their page. */
export const COUNT_MAX_PRODUCTS = 1000;

/** The state of a product for a reader of its page: free, under a live booking, or sold. */
export const ITEM_STATES = ['offered', 'booked', 'sold'] as const;

/** Returns the saving against the price when new, in the unit of the prices; 0 for none. */
export function saving(originalPrice: number, resalePrice: number): number {
  return Math.max(0, originalPrice - resalePrice);
}

/** Returns the area of a pick-up point as its seller wrote it: the text before the first comma. */
export function areaOfPoint(location: string): string {
  return (location.split(',')[0] ?? '').trim();
}
