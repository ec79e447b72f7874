import type { CountGuess, PasswordCheck } from '#modules/identity/server/service.ts';
import type { Wallets } from '#modules/payments/server/wallets.service.ts';
import type { Database } from '#platform/database/database.ts';
import type { EmailContext } from '#platform/mail/mail-to.ts';

export interface PayoutSettings {
  minimumPoisha: number;
  /** Whether sellers can have their money paid out each week. */
  weekly: boolean;
  /** Whether another admin has to confirm a payout than the one that sent it. */
  fourEyes: boolean;
  /** How long payouts to a changed account wait. */
  accountWaitMinutes: number;
  /** Time between a handover and the release of the money. */
  inspectionMinutes: number;
}

export interface EarningsDeps {
  db: Database;
  settings: PayoutSettings;
  /** Sends payouts to wallets; undefined where no provider does. */
  wallets: Wallets | undefined;
  emailContext: EmailContext;
  passwords: PasswordCheck;
  /** Counts a password guess with the attempts to sign in. Absent in tests: guesses are not limited. */
  countGuess: CountGuess | undefined;
  /** Applies the passed deadlines of a booking and of its dispute. */
  advance(db: Database, bookingId: string): Promise<void>;
  /** Whether every change is refused. */
  closed: boolean;
  product: string;
  pageSize: number;
}
