import { toTk } from '#platform/contract/values.ts';
import type { Payout, PayoutSummary } from '../payouts.contract.ts';
import { isOnlyAdmin, mayClose, payoutNumber } from '../rules.ts';
import type { countOpenPayouts, PayoutRow } from './payouts.store.ts';
import { presentTarget } from './present-earnings.ts';

/** Returns the wire shape of a payout for an admin. The one that pays it sees the whole account. */
export function presentPayout(
  row: PayoutRow,
  adminId: string,
  { transfers, ...rules }: { fourEyes: boolean; transfers: boolean },
): Payout {
  const { account, kind, bank, branch, routing, holder, state } = row;
  const isOwn = row.seller_id === adminId;
  const isAlone = isOnlyAdmin(row.admins, adminId, row.seller_id);
  const fourEyes = rules.fourEyes && !isAlone;
  const isWaiting = state === 'sent' && kind === 'bkash' && row.transfer_at === null && row.exported_at === null;
  const isTransferring = state === 'sent' && row.transfer_at !== null;
  const isPaying = state === 'sent' && row.sent_by === adminId;
  return {
    _id: row.id,
    number: payoutNumber(row.number),
    sellerName: row.seller_name ?? '',
    ...(account !== null && { target: presentTarget({ account, kind, bank, branch, routing, holder }, !isPaying) }),
    amount: toTk(row.amount_poisha),
    state,
    requestedAt: row.requested_at.toISOString(),
    since: row.state_at.toISOString(),
    ...(row.reference !== null && { reference: row.reference }),
    ...(row.reason !== null && { reason: row.reason }),
    ...(row.exported_at !== null && { exportedAt: row.exported_at.toISOString() }),
    isOwn,
    // Everybody may state that a transfer was not sent.
    mayClose: !isOwn && (isTransferring || mayClose({ state, sentBy: row.sent_by }, adminId, fourEyes)),
    mayTransfer: !isOwn && transfers && isWaiting && (isAlone || fourEyes === (row.sent_by !== adminId)),
    isTransferring,
    ...(isTransferring &&
      row.unsent_reason !== null && { unsent: { reason: row.unsent_reason, isOwn: row.unsent_by === adminId } }),
  };
}

/** Returns the wire shape of the sums of open payouts. */
export function presentSummary(rows: Awaited<ReturnType<typeof countOpenPayouts>>, transfers: boolean): PayoutSummary {
  const of = (state: 'due' | 'sent') => {
    const row = rows.find((one) => one.state === state);
    return { count: row?.count ?? 0, amount: toTk(row?.amount ?? 0) };
  };
  return { due: of('due'), sent: of('sent'), transfers };
}
