import type { FastifyRequest } from 'fastify';
import type { Wallets } from '#modules/payments/server/wallets.service.ts';
import type { Database } from '#platform/database/database.ts';

export interface PayoutSettings {
  minimumPoisha: number;
  /** Whether sellers can have their money paid out each week. */
  weekly: boolean;
  /** Whether another admin has to confirm a payout than the one that sent it. */
  fourEyes: boolean;
  /** How long payouts to a changed account wait. */
  restMinutes: number;
  /** Time between a handover and the release of the money. */
  inspectionMinutes: number;
}

/** The parts of the store's settings that e-mails about payouts show. */
export interface EmailContext {
  productName: { en: string; bn: string };
  currencyLabel: { en: string; bn: string };
  origin: string;
}

export interface EarningsDeps {
  db: Database;
  settings: PayoutSettings;
  /** Sends payouts to wallets; undefined where no provider does. */
  wallets: Wallets | undefined;
  emailContext: EmailContext;
  passwords: { isPassword(accountId: string, password: string): Promise<boolean> };
  /** Counts a password guess with the attempts to sign in. Absent in tests: guesses are not limited. */
  countGuess:
    | ((
        source: Pick<FastifyRequest, 'ip' | 'headers'>,
        email: string,
      ) => Promise<(succeeded: boolean) => Promise<void>>)
    | undefined;
  product: string;
  pageSize: number;
}
