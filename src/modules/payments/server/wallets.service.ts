import { type PayoutSender, ProviderAway, TransferRefused } from './providers/provider.ts';
import type { Providers } from './providers/provider-list.ts';

/** The outcome of a request for a transfer: its number, a refusal without an effect, or nothing that is known. */
type TransferOutcome = { transfer: string } | 'refused' | 'unclear';

/** Sends payouts to wallets. */
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
          if (error instanceof ProviderAway) return 'unclear';
          throw error;
        },
      ),
  };
}
