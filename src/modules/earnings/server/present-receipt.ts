import { firstName } from '#modules/identity/name.rules.ts';
import { toTk } from '#platform/contract/values.ts';
import type { Receipt } from '../contract.ts';
import { monthOf, receiptNumber } from '../rules.ts';
import { feeTakenOf } from './present-line.ts';
import type { ReceiptRow } from './receipts.store.ts';

/** Returns the wire shape of a receipt. Each side reads its own name in full, and the other's first name. */
export function presentReceipt(row: ReceiptRow): Receipt {
  const { buyer_name: buyer, seller_name: seller } = row;
  const year = Number(monthOf(row.paid_at).slice(0, 4));
  return {
    number: receiptNumber(row.number, year),
    soldAt: row.paid_at.toISOString(),
    itemName: row.item_name,
    method: row.method,
    state: row.state,
    price: toTk(row.price_poisha),
    ...(row.is_seller && { fee: toTk(feeTakenOf(row)) }),
    returned: toTk(row.returned_poisha),
    returning: toTk(Math.max(0, row.price_poisha - row.kept_poisha - row.returned_poisha)),
    isSeller: row.is_seller,
    buyerName: row.is_seller ? firstName(buyer ?? '') : (buyer ?? ''),
    sellerName: row.is_seller ? (seller ?? '') : firstName(seller ?? ''),
    ...(row.intent !== null && { transactionId: row.intent }),
  };
}
