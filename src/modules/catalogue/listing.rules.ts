/** Whether a seller takes cash at the pick-up. */
export const CASH_CHOICES = ['yes', 'no'] as const;

/** The states by which sellers filter their own products. */
export const OWN_STATES = ['free', 'booked', 'sold'] as const;
export type OwnState = (typeof OWN_STATES)[number];

export interface ProductState {
  status: 'unsold' | 'sold' | 'removed';
  /** Whether it has a paid booking. */
  paid: boolean;
}

/** Whether a seller may mark a product as sold elsewhere. */
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
