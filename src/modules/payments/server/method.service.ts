import type { Method, PageMethod } from '#modules/bookings/rules.ts';
import { Problem } from '#platform/contract/problem.ts';
import { type Buyer, beginPayment, type Choose } from './begin.service.ts';
import type { PaymentDeps } from './payment-deps.ts';

export interface Ways {
  /** @throws Problem (409) when the store does not offer the way */
  assertOffered(method: Method): void;
  /** Begins the payment at the provider's page, and records the choice with it. Returns the address of the page. */
  begin(method: PageMethod, buyer: Buyer, bookingId: string, choose: Choose): Promise<string | undefined>;
}

/** Returns the ways to pay that the store offers. */
export function createWays(deps: PaymentDeps & { ways: readonly Method[] }): Ways {
  return {
    assertOffered(method) {
      // The refusal of cash says more: it depends on the booking.
      if (method !== 'cash' && !(deps.ways.includes(method) && deps.providers.by(method))) throw notOffered();
    },
    async begin(method, buyer, bookingId, choose) {
      const provider = deps.providers.by(method);
      if (!provider) throw notOffered();
      return (await beginPayment(deps, provider, buyer, { bookingId, choose })).redirectUrl;
    },
  };
}

function notOffered(): Problem {
  return new Problem('conflict', 'way-not-offered', 'pay.wayNotOffered');
}
