import type { PaymentDeps } from './payment-deps.ts';
import type { FindOptions, PaymentNumber, ProviderRecord } from './providers/provider.ts';
import { selectRefundRequests } from './refund-requests.store.ts';

export type { PaymentNumber };

/**
 * Fetches the current record of a payment; undefined when the provider does not know it. With `all` it looks for returns that
 * the payment itself does not show. @throws ProviderAway
 */
export async function fetchRecord(
  deps: Pick<PaymentDeps, 'db' | 'providers'>,
  number: PaymentNumber,
  { all = false }: { all?: boolean } = {},
): Promise<ProviderRecord | undefined> {
  return deps.providers.of(number.provider).find(number.intent, await findOptions(deps, number, all));
}

/** Fetches a payment that the store has. @throws Error when the provider does not know it, ProviderAway */
export async function fetchKnown(
  deps: Pick<PaymentDeps, 'db' | 'providers'>,
  number: PaymentNumber,
  options?: { all?: boolean },
): Promise<ProviderRecord> {
  const record = await fetchRecord(deps, number, options);
  if (!record) throw new Error(`The provider ${number.provider} does not know the payment ${number.intent}.`);
  return record;
}

/** Returns the data by which a provider finds a payment with its returns. */
export async function findOptions(
  { db, providers }: Pick<PaymentDeps, 'db' | 'providers'>,
  { provider, intent }: PaymentNumber,
  all: boolean,
): Promise<FindOptions> {
  if (!providers.of(provider).keepsRefundRequests) return { all };
  return { all, requests: await selectRefundRequests(db, provider, intent) };
}
