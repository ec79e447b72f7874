import { sql } from 'kysely';
import type { BookingState } from '#modules/bookings/rules.ts';
import { FEES } from '#modules/ledger/rules.ts';
import type { Db } from '#platform/database/database.ts';
import type { FeeRow } from './present-line.ts';

export interface ReceiptRow extends FeeRow {
  number: number;
  paid_at: Date;
  item_name: string;
  state: BookingState;
  price_poisha: number;
  returned_poisha: number;
  is_seller: boolean;
  buyer_name: string | null;
  seller_name: string | null;
  /** The payer's number. The seller gets the store's own number, with which bKash discloses nothing about the payer. */
  transaction_id: string | null;
}

/** Finds the receipt of a sale for its buyer or its seller. */
export async function findReceipt(db: Db, bookingId: string, userId: string): Promise<ReceiptRow | undefined> {
  const { rows } = await sql<ReceiptRow>`
    select r.number, b.paid_at, b.item_name, b.method, b.price_poisha, b.fee_poisha,
      shown_state(b) as state, kept_poisha(b) as kept_poisha,
      (select -sum(l.amount_poisha)::bigint from ledger_transactions t join ledger_lines l on l.transaction_id = t.id
        where t.booking_id = b.id and l.account = ${FEES}) as fee_taken_poisha,
      coalesce((select returned_poisha from payment_balances where payment_id = p.id), 0)::bigint as returned_poisha,
      b.seller_id = ${userId} as is_seller, buyer.name as buyer_name, seller.name as seller_name,
      case when b.seller_id = ${userId} then p.intent else payer_number(p) end as transaction_id
    from receipts r join bookings b on b.id = r.booking_id
      left join payments p on p.booking_id = b.id and p.made_sale
      left join users buyer on buyer.id = b.buyer_id and buyer.status = 'active'
      left join users seller on seller.id = b.seller_id and seller.status = 'active'
    where r.booking_id = ${bookingId} and ${userId} in (b.buyer_id, b.seller_id)`.execute(db);
  return rows[0];
}
