import { firstName } from '#modules/identity/name.rules.ts';
import { toTk } from '#platform/contract/values.ts';
import type { Db } from '#platform/database/database.ts';
import type * as calls from '../contract.ts';
import { feeOf } from '../fee.rules.ts';
import { isMeeting, isPayable, nextStep } from '../rules.ts';
import { handoverCodeOf } from './handover-code.ts';
import { findCashTerms, findOrderDetails } from './orders.store.ts';
import type { BookingRow, SellerBookingRow } from './store.ts';
import type { TradeSettings } from './trade-settings.ts';

export interface OrderParts {
  secret: string;
  origin: string;
  trade: TradeSettings;
}

/** Returns the fields of a booking's own page, for one side: timeline, times, and the other side. */
export async function presentOrder(db: Db, row: SellerBookingRow, side: 'buyer' | 'seller') {
  const details = await findOrderDetails(db, row.id, side);
  const seller = { name: details.seller_status === 'active' ? details.seller_name : '', phone: details.seller_phone };
  const buyer = { name: row.buyer_name ?? '', phone: details.buyer_phone };
  const other = side === 'buyer' ? seller : buyer;
  // The buyer can ask the seller before paying.
  const isShown = (isMeeting(row) || (row.state === 'held' && side === 'buyer')) && other.phone !== '';
  const isVerified = side === 'buyer' && details.seller_verified && other.name !== '';
  const instant = (at: Date | null) => at?.toISOString();
  return {
    timeline: details.timeline.map(({ step, by, at, reason }) => ({
      step,
      by,
      at: new Date(at).toISOString(),
      ...(reason ? { reason } : {}),
    })),
    other: {
      name: firstName(other.name),
      ...(isShown ? { phone: other.phone } : {}),
      ...(isVerified ? { verified: true as const } : {}),
    },
    ...defined({
      pickupUntil: instant(row.pickup_until),
      // A passed deadline does not call off a handover that the seller claims.
      callsOffAt: instant(row.claimed_until ? null : details.pickup_ends_at),
      handedOverAt: instant(details.handed_over_at),
      inspectUntil: instant(row.inspect_until),
      noShowFrom: instant(details.noShowFrom),
      contradictUntil: instant(details.contradictUntil),
    }),
    ...(details.product_status === 'removed' ? { isItemRemoved: true as const } : {}),
    ...(details.product_status === 'unsold' && !isPayable(row.state) ? { onSale: true as const } : {}),
    ...(details.kept_poisha > 0 && details.kept_poisha < row.price_poisha ? { kept: toTk(details.kept_poisha) } : {}),
    ...(details.by_hand_poisha > 0 ? { byHand: toTk(details.by_hand_poisha) } : {}),
    ...(isMeeting(row) && details.isCodeLocked ? { codeLocked: true as const } : {}),
    // The reply of the buyer's page leaves it out.
    fee: toTk(feeOf({ fee: details.fee_poisha, kept: details.kept_poisha, method: row.method })),
  };
}

function defined<T extends Record<string, string | undefined>>(fields: T) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: string;
  };
}

/** Returns the next step of a booking for the wire. */
export function presentNext(row: Omit<SellerBookingRow, 'buyer_name'>): Pick<calls.Booking, 'next'> {
  // The buyer has paid, and an admin acts without a deadline.
  if (row.money_state === 'review') return {};
  const next = nextStep({
    state: row.state,
    method: row.method,
    holdUntil: row.hold_until,
    pickupUntil: row.pickup_until,
    claimedUntil: row.claimed_until,
    inspectUntil: row.inspect_until,
    disputeBy: row.dispute_by,
    disputeUntil: row.dispute_until,
  });
  if (!next) return {};
  const { step, by, until } = next;
  return { next: { step, by, ...(until && { until: until.toISOString() }) } };
}

/** Returns the code of a handover that is due, and whether the buyer may choose cash. */
export async function handoverOf(
  { secret, trade, db }: OrderParts & { db: Db },
  row: BookingRow,
): Promise<{ code?: string; cash: calls.Order['cash'] }> {
  const code = isMeeting(row) ? { code: handoverCodeOf(secret, row.id) } : {};
  if (row.state !== 'held' || row.money_state === 'review') return { ...code, cash: { offered: false } };
  if (!trade.takesCash) return { ...code, cash: { offered: false, reason: 'store' } };
  const { refusal, until } = (await findCashTerms(db, row.id, trade.cashHoldMinutes)) ?? {};
  if (refusal) return { ...code, cash: { offered: false, reason: refusal } };
  return { ...code, cash: { offered: true, ...(until && { until: until.toISOString() }) } };
}
