import type { Db } from '#platform/database/database.ts';
import type { ProviderBalance } from './providers/provider.ts';
import type { Providers } from './providers/provider-list.ts';
import { findProviderMoney } from './reconciliation-report.store.ts';

/**
 * Returns a sentence for each provider that reports a balance: its accounts there, and its account in the books. Fees, and
 * transfers from a provider to the bank, are in no book.
 */
export async function describeBalances(db: Db, { all }: Providers): Promise<string[]> {
  const sentences: string[] = [];
  for (const provider of all) {
    if (!provider.balance) continue;
    const told = await provider.balance().then(
      (accounts) => accounts.map(describe).join(', ') || 'nothing',
      (error: unknown) => `no answer (${error instanceof Error ? (error.cause ?? error.message) : error})`,
    );
    const booked = (await findProviderMoney(db, provider.name)) / 100;
    sentences.push(`Balance at ${provider.name}: ${told}; in the books ${booked.toFixed(2)}.`);
  }
  return sentences;
}

function describe({ account, amount, currency }: ProviderBalance): string {
  return `${account} ${(amount / 100).toFixed(2)} ${currency.toUpperCase()}`;
}
