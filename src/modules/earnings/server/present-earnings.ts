import { toTk } from '#platform/contract/values.ts';
import type { Earnings } from '../contract.ts';
import { lastMonths, payoutNumber } from '../rules.ts';
import type { EarningsRow } from './earnings.store.ts';
import type { PayoutSettings } from './earnings-deps.ts';
import { presentTarget } from './present-target.ts';

const MINUTES_PER_HOUR = 60;

/** Returns the wire shape of a seller's earnings. A month without a release has 0. */
export function presentEarnings(row: EarningsRow, settings: PayoutSettings, now: Date): Earnings {
  const earned = new Map(row.months.map((one) => [one.month, one.earned]));
  const { account } = row;
  return {
    onHold: toTk(row.on_hold),
    available: toTk(row.available),
    paidOut: toTk(row.paid_out),
    ...(row.paid_out_since && { paidOutSince: iso(row.paid_out_since) }),
    months: lastMonths(now).map((month) => ({ month, earned: toTk(earned.get(month) ?? 0) })),
    ...(account && {
      account: {
        ...presentTarget(account, true),
        changedAt: iso(account.changed_at),
        payableFrom: iso(account.payable_from),
        isOnHold: account.is_on_hold,
        weekly: account.is_weekly,
      },
    }),
    payouts: row.payouts.map(({ number, amount, state, at, reason }) => ({
      number: payoutNumber(number),
      amount: toTk(amount),
      state,
      at: iso(at),
      ...(reason !== null && { reason }),
    })),
    minimum: toTk(settings.minimumPoisha),
    weeklyOffered: settings.weekly,
    inspectionHours: settings.inspectionMinutes / MINUTES_PER_HOUR,
    restHours: settings.restMinutes / MINUTES_PER_HOUR,
    hasPassword: row.has_password,
  };
}

/** An instant, also in the form in which PostgreSQL writes it. */
function iso(instant: string): string {
  return new Date(instant).toISOString();
}
