import type { Method } from '#modules/bookings/rules.ts';
import { Problem } from '#platform/contract/problem.ts';
import { type Buyer, beginPayment } from './begin.service.ts';
import type { PaymentDeps } from './payment-deps.ts';

/** The ways to pay that the store offers. */
export interface Ways {
  /** @throws Problem (409) when the store does not offer the way */
  assertOffered(method: Method): void;
  /** Begins the payment at the provider's page. Returns its address; undefined for ways that have none. */
  begin(method: Method, buyer: Buyer, bookingId: string): Promise<string | undefined>;
}

/** Returns the ways to pay that the store offers. */
export function createWays(deps: PaymentDeps & { ways: readonly Method[] }): Ways {
  return {
    assertOffered(method) {
      // The refusal of cash says more: it depends on the booking.
      if (method !== 'cash' && !(deps.ways.includes(method) && deps.providers.by(method)))
        throw new Problem('conflict', 'way-not-offered', 'pay.wayNotOffered');
    },
    async begin(method, buyer, bookingId) {
      const provider = deps.providers.by(method);
      // The card form begins its payment itself.
      if (!provider || method === 'card' || method === 'cash') return undefined;
      return (await beginPayment(deps, provider, buyer, { bookingId })).redirectUrl;
    },
  };
}
