import { type PayoutSender, ProviderUnavailable, ProviderUnclear, TransferRefused } from './providers/provider.ts';
import type { Providers } from './providers/provider-list.ts';

/** The outcome of a request for a transfer: its number, a refusal without an effect, or the reason why nothing is known. */
type TransferOutcome = { transfer: string } | { unclear: string } | 'refused';

export interface Wallets extends Pick<PayoutSender, 'find'> {
  send(payout: Parameters<PayoutSender['send']>[0]): Promise<TransferOutcome>;
}

/** Returns the provider that sends payouts to wallets; undefined where none does. */
export function createWallets(providers: Providers): Wallets | undefined {
  const sender = providers.all.find(({ payouts }) => payouts)?.payouts;
  if (!sender) return undefined;
  return {
    find: (transfer) => sender.find(transfer),
    send: (payout) =>
      sender.send(payout).then(
        (transfer) => ({ transfer }),
        (error) => {
          if (error instanceof TransferRefused) return 'refused';
          if (error instanceof ProviderUnavailable) return { unclear: reasonOf(error) };
          throw error;
        },
      ),
  };
}

function reasonOf({ cause }: ProviderUnavailable): string {
  return cause instanceof Error ? cause.message : String(cause);
}

/** A transfer of a paid payout, in poisha. The wallet is null once its seller is erased. */
export interface PaidTransfer {
  number: string;
  transfer: string;
  amount: number;
  wallet: string | null;
}

/** Fetches a transfer from the provider. Returns its difference to the payout as a sentence. @throws ProviderUnavailable */
export async function findTransferFault(wallets: Wallets, paid: PaidTransfer): Promise<string | undefined> {
  const { number, transfer, amount, wallet } = paid;
  const found = await wallets.find(transfer).catch((error) => {
    if (error instanceof ProviderUnclear) return 'unclear' as const;
    throw error;
  });
  if (found === 'unclear') return `${number}: the answer of the provider about ${transfer} is not understood`;
  if (!found) return `${number}: paid by ${transfer}, which the provider does not have`;
  if (found.amount === amount && (wallet === null || found.wallet === wallet)) return undefined;
  return `${number}: paid ${amount} by ${transfer}, of which the provider has another sum or wallet`;
}
