import type { Method, PageMethod } from '#modules/bookings/rules.ts';
import { Problem } from '#platform/contract/problem.ts';
import { type Buyer, beginPayment, type RecordMethod } from './begin.service.ts';
import type { PaymentDeps } from './payment-deps.ts';

export interface MethodService {
  /** @throws Problem (409) when the store does not offer the method */
  assertOffered(method: Method): void;
  /** Begins the payment at the provider's page, and records the choice with it. Returns the URL of the page. */
  begin(method: PageMethod, buyer: Buyer, bookingId: string, recordMethod: RecordMethod): Promise<string | undefined>;
}

/** Returns the service that checks and begins the payment methods of the store. */
export function createMethodService(deps: PaymentDeps & { methods: readonly Method[] }): MethodService {
  return {
    assertOffered(method) {
      // The refusal of cash says more: it depends on the booking.
      if (method !== 'cash' && !(deps.methods.includes(method) && deps.providers.by(method))) throw notOffered();
    },
    async begin(method, buyer, bookingId, recordMethod) {
      const provider = deps.providers.by(method);
      if (!provider) throw notOffered();
      return (await beginPayment(deps, provider, buyer, { bookingId, recordMethod })).redirectUrl;
    },
  };
}

function notOffered(): Problem {
  return new Problem('conflict', 'method-not-offered', 'pay.methodNotOffered');
}
