import type { Method } from '#modules/bookings/rules.ts';
import type { Db } from '#platform/database/database.ts';
import type { Limiter } from '#platform/limits/rate-limiter.ts';
import type { EmailContext } from '#platform/mail/mail-to.ts';
import type { Providers } from './providers/provider-list.ts';

/** Limits on a buyer's attempts, against card testing (https://docs.stripe.com/disputes/prevention/card-testing). */
export interface VelocityLimits {
  /** New payments of one buyer in an hour, by one provider. */
  intentsPerHour: number;
  /** Declined cards of one buyer before a pause. */
  declinesBeforePause: number;
}

export interface PaymentDeps {
  db: Db;
  providers: Providers;
  emailContext: EmailContext;
  /** Time for buyer and seller to meet after a payment. */
  pickupMinutes: number;
  /** The payment methods that buyers may begin; all that are set up by default. */
  methods?: readonly Method[];
  /** Absent in tests: payment attempts are not limited. */
  velocityLimits?: VelocityLimits | undefined;
  /** Absent in tests: requests to providers are not limited. */
  limiter?: Limiter | undefined;
}
