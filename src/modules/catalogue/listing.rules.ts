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

/** Whether a seller may undo SOLD: not when the product was paid for here. */
export function mayUnsell(product: ProductState): boolean {
  return product.status === 'sold' && !product.paid;
}

/** Whether a seller may advertise a product on the home page. */
export function mayAdvertise(product: ProductState): boolean {
  return product.status === 'unsold';
}

/** Whether a seller may change a product: not after its sale. */
export function mayEdit(product: ProductState): boolean {
  return product.status === 'unsold';
}

/** Whether a seller may change the price: not while a buyer has booked the product at that price. */
export function mayReprice(product: ProductState & { booked: boolean }): boolean {
  return mayEdit(product) && !product.booked;
}

/** Whether a seller may remove a product: a paid one stays on record. */
export function mayRemove(product: ProductState): boolean {
  return product.status !== 'removed' && !product.paid;
}
