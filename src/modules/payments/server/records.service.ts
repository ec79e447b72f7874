import { message } from '#platform/contract/message-reference.ts';
import { Problem } from '#platform/contract/problem.ts';
import { PROVIDER_NAMES } from '../rules.ts';
import type { PaymentDeps } from './payment-deps.ts';
import type { PaymentNumber, ProviderRecord } from './providers/provider.ts';
import { selectAcceptedRefunds } from './refund-requests.store.ts';

/**
 * Fetches the current record of a payment; undefined when the provider does not know it. With `all` it looks for returns that
 * the payment itself does not show. @throws ProviderUnavailable
 */
export async function fetchRecord(
  { db, providers }: Pick<PaymentDeps, 'db' | 'providers'>,
  number: PaymentNumber,
  options?: { all?: boolean },
): Promise<ProviderRecord | undefined> {
  const { intent } = number;
  const provider = providers.of(number.provider);
  const record = await provider.find(intent, options);
  if (record?.state !== 'succeeded' || !provider.needsRefundRequests) return record;
  const accepted = await selectAcceptedRefunds(db, number);
  return { ...record, refunds: await Promise.all(accepted.map((refund) => provider.refundState(intent, refund))) };
}

/** Fetches the record of a payment with all returns. @throws Problem (409) when the provider lacks it, ProviderUnavailable */
export async function fetchFullRecord(
  deps: Pick<PaymentDeps, 'db' | 'providers'>,
  number: PaymentNumber,
): Promise<ProviderRecord> {
  const record = await fetchRecord(deps, number, { all: true });
  if (record) return record;
  const provider = PROVIDER_NAMES[number.provider] ?? number.provider;
  throw new Problem('conflict', 'unknown-at-provider', message('payments.unknownAtProvider', { provider }));
}
