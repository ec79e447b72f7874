import type { Order, Sale } from '#modules/bookings/contract.ts';
import type { Translator } from '#platform/web/translator.tsx';

export type Side = 'buyer' | 'seller';

/** The fields of a booking that both sides see, and the fee that its seller sees. */
export type Deal = Pick<Order, keyof Order & keyof Sale> & { fee?: Sale['fee'] };

/** Whether a side may call a booking off. A buyer answers a claimed handover first, and an admin ends a review first. */
export function mayCallOff(
  { state, next, moneyState }: Pick<Deal, 'state' | 'next' | 'moneyState'>,
  side: Side,
): boolean {
  if (moneyState === 'review') return false;
  return (state === 'held' || state === 'paid') && !(side === 'buyer' && next?.step === 'confirm');
}

/** Returns a text that changes when the panel of a booking does. */
export function phaseOf(deal: Deal | null): string {
  return deal ? `${deal.state} ${deal.next?.step} ${deal.codeLocked ?? ''}` : '';
}

/** Returns the last step that called a booking off; undefined when none did. */
export function callOffOf({ timeline }: Pick<Deal, 'timeline'>) {
  return timeline.findLast(({ step }) => step === 'called_off');
}

/** Whether a booking has, or had, a dispute. */
export function hasDispute({ timeline }: Pick<Deal, 'timeline'>): boolean {
  return timeline.some(({ step }) => step === 'disputed');
}

/** Returns the first name of the other side, or a word for a deleted account. */
export function otherName({ other }: Pick<Deal, 'other'>, t: Translator['t']): string {
  return other.name || t('order.gone');
}

/** Returns the last digits of a booking's id, in two groups, for people to compare. */
export function orderNumber(id: string): string {
  const end = id.slice(-8).toUpperCase();
  return `${end.slice(0, 4)}-${end.slice(4)}`;
}
