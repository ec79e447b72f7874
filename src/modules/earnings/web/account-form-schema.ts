import { payoutAccountForm } from '../contract.ts';

/** The schema of the payout account's form. account-form.ts imports it on first use, because it imports zod. */
export { payoutAccountForm };
