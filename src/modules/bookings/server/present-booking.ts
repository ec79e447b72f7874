import { firstName } from '#modules/identity/name.rules.ts';
import { toTk } from '#platform/contract/values.ts';
import type * as calls from '../contract.ts';
import { isSale } from '../rules.ts';
import { presentNext } from './present-order.ts';
import type { BookingRow, SellerBookingRow } from './store.ts';

/** Returns the wire shape of a booking for its buyer. */
export function presentBooking(row: BookingRow): calls.Booking {
  return {
    ...presentItem(row),
    categoryId: row.category_id,
    userName: row.buyer_name,
    email: row.buyer_email,
    phone: row.phone,
    ...(row.product_status === 'removed' ? { isItemRemoved: true as const } : {}),
    ...(row.transaction_id ? { transactionId: row.transaction_id } : {}),
  };
}

/** Returns the wire shape of a booking for the seller of its product. */
export function presentSellerBooking(row: SellerBookingRow): calls.SellerBooking {
  return { ...presentItem(row), buyerName: firstName(row.buyer_name ?? '') };
}

/** The fields that the buyer and the seller both see. */
function presentItem(row: Omit<SellerBookingRow, 'buyer_name'>) {
  return {
    _id: row.id,
    itemId: row.product_id,
    itemName: row.item_name,
    itemPrice: toTk(row.price_poisha),
    image: row.item_image,
    location: row.pickup,
    ...(row.seller_pickup ? { sellerLocation: row.seller_pickup } : {}),
    paid: isSale(row.state),
    state: row.state,
    ...(row.method ? { method: row.method } : {}),
    ...presentNext(row),
    ...(row.money_state ? { moneyState: row.money_state } : {}),
    ...(row.hold_until ? { holdUntil: row.hold_until.toISOString() } : {}),
    createdAt: row.created_at.toISOString(),
  };
}
