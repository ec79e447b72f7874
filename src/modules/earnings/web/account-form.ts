import type { LazyForm } from '#platform/forms/form.tsx';
import type { payoutAccountForm } from './account-form-schema.ts';

/** The form of the payout account. Its schema loads on first use, because it imports zod. */
export const accountForm: LazyForm<typeof payoutAccountForm> = {
  fields: ['kind', 'bkash', 'bkashAgain', 'bank', 'branch', 'routing', 'account', 'holder', 'password'],
  schema: async () => (await import('./account-form-schema.ts')).payoutAccountForm,
};
