/** The reason of a due payout that failed because money of its seller was taken back. Other reasons are written by admins. */
export const MONEY_TAKEN_BACK = 'moneyTakenBack';

export const ACCOUNT_KINDS = ['bkash', 'bank'] as const;
export type AccountKind = (typeof ACCOUNT_KINDS)[number];

/** The states of a payout. The money of a failed one is available again. */
export const PAYOUT_STATES = ['due', 'sent', 'paid', 'failed'] as const;
export type PayoutState = (typeof PAYOUT_STATES)[number];

const NEXT: Record<PayoutState, readonly PayoutState[]> = {
  due: ['sent', 'failed'],
  sent: ['paid', 'failed'],
  paid: [],
  failed: [],
};

/** Whether a payout may go from one state to another. A trigger has the same list. */
export function mayBecome(from: PayoutState, to: PayoutState): boolean {
  return NEXT[from].includes(to);
}

/** Whether no active admin but this one can act on a payout to a seller. */
export function isOnlyAdmin(admins: readonly string[], adminId: string, sellerId: string): boolean {
  return admins.every((id) => id === adminId || id === sellerId);
}

/** Whether an admin may close a payout. With four eyes, the admin that marked it as sent neither confirms nor fails it. */
export function mayClose(
  { state, sentBy }: { state: PayoutState; sentBy: string | null },
  adminId: string,
  fourEyes: boolean,
): boolean {
  return !(fourEyes && state === 'sent' && sentBy === adminId);
}

/** A transfer without an answer may still arrive within this time of its request. */
export const TRANSFER_WAIT_HOURS = 24;

/** Whether a transfer may still arrive. Until then its payout cannot fail, and no second transfer is sent. */
export function mayArrive(transferAt: Date | null, now: Date): boolean {
  return transferAt !== null && now.getTime() - transferAt.getTime() < TRANSFER_WAIT_HOURS * 3_600_000;
}

/** Returns the number of a payout as people and providers write it: `P-000213`. */
export function payoutNumber(number: number): string {
  return `P-${String(number).padStart(6, '0')}`;
}

/** Returns the number of a receipt as people write it, with the year of the sale in Dhaka: `R-2026-000418`. */
export function receiptNumber(number: number, year: number): string {
  return `R-${year}-${String(number).padStart(6, '0')}`;
}

const SHOWN_START_CHARS = { bkash: 5, bank: 3 } as const;
const SHOWN_END_CHARS = 3;

/** Returns an account number with its middle hidden: `01711•••482`, `060•••418`. A short one shows its end only. */
export function maskNumber(kind: AccountKind, number: string): string {
  const start = number.length > SHOWN_START_CHARS[kind] + 2 * SHOWN_END_CHARS - 1 ? SHOWN_START_CHARS[kind] : 0;
  return `${number.slice(0, start)}•••${number.slice(-SHOWN_END_CHARS)}`;
}

/** Why a seller cannot ask for a payout now. */
export type PayoutObstacle = 'nothing' | 'below-minimum' | 'not-last' | 'no-account' | 'account-on-hold';

/** Returns why a seller cannot ask for a payout now, amounts in Tk; undefined when they can. */
export function payoutObstacle(
  available: number,
  minimum: number,
  account: { isOnHold: boolean } | undefined,
): PayoutObstacle | undefined {
  if (available <= 0) return 'nothing';
  if (available < minimum) return 'below-minimum';
  if (!account) return 'no-account';
  return account.isOnHold ? 'account-on-hold' : undefined;
}

/** The state of the money of a sale. Of `settling` it is about to be released. `cash` never was with the store. */
export type LineStatus = 'waiting' | 'checking' | 'disputed' | 'settling' | 'available' | 'cash' | 'refunded';

/** Returns the status of a sale for its seller. */
export function lineStatus(line: { state: string; method: string; settling: boolean }): LineStatus {
  const { state, method, settling } = line;
  if (state === 'refunded') return 'refunded';
  if (method === 'cash') return 'cash';
  if (settling) return 'settling';
  if (state === 'paid') return 'waiting';
  if (state === 'handed_over') return 'checking';
  return state === 'disputed' ? 'disputed' : 'available';
}

/** Returns the values of a chart's lines: three to five round steps, the last at or above `max`. */
export function chartSteps(max: number): number[] {
  if (max <= 0) return [];
  const power = 10 ** Math.floor(Math.log10(max / 3));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((size) => max / size <= 5) ?? 10 * power;
  return Array.from({ length: Math.ceil(max / step) }, (_, index) => (index + 1) * step);
}

const MONTH_COUNT = 6;

/** Returns the last six months in Dhaka, oldest first, as `2026-11`. */
export function lastMonths(now: Date): string[] {
  const [year = 0, month = 1] = monthOf(now).split('-').map(Number);
  return Array.from({ length: MONTH_COUNT }, (_, index) => addMonths(year, month, index + 1 - MONTH_COUNT));
}

/** Returns the month before or after one. */
export function adjacentMonth(month: string, by: 1 | -1): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return addMonths(year, number, by);
}

function addMonths(year: number, month: number, by: number): string {
  return new Date(Date.UTC(year, month - 1 + by, 1)).toISOString().slice(0, 7);
}

/** Returns the month of an instant in Dhaka, as `2026-11`. */
export function monthOf(instant: Date): string {
  return dayOf(instant).slice(0, 7);
}

/** Returns the day of an instant in Dhaka, as `2026-11-29`. */
export function dayOf(instant: Date): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Dhaka' }).format(instant);
}
