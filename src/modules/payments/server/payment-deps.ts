import type Stripe from 'stripe';
import type { Db } from '#platform/database/database.ts';
import type { EmailContext } from './payment-emails.ts';
import type { VelocityLimits } from './velocity-limits.ts';

/** What the functions of this module work with. */
export interface PaymentDeps {
  db: Db;
  stripe: Stripe;
  letterhead: EmailContext;
  /** Without it, as in a test run, cards may be tried as often as one likes. */
  caution?: VelocityLimits | undefined;
}
