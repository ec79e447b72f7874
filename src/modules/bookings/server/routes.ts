import { randomUUIDv7 } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { firstName } from '#modules/identity/rules.ts';
import { assertOwnEmail } from '#modules/identity/server/service.ts';
import { Problem } from '#platform/contract/problem.ts';
import { toTk } from '#platform/contract/values.ts';
import type { Database, Db } from '#platform/database/database.ts';
import { presentPage, readPage } from '#platform/database/keyset.ts';
import { serve } from '#platform/http/serve.ts';
import * as calls from '../contract.ts';
import { isSale } from '../rules.ts';
import { handoverOf, type OrderParts, presentNext, presentOrder } from './present-order.ts';
import { bookProduct, releaseBooking } from './service.ts';
import {
  type BookingRow,
  type BuyerRow,
  findBookingOfBuyer,
  findBookingOfSeller,
  selectBookingsOfBuyer,
  selectBookingsOfSeller,
} from './store.ts';

interface BookingParts extends OrderParts {
  db: Database;
  currency: string;
  pageSize: number;
  /** How many products one buyer may hold unpaid. */
  maxHolds: number | undefined;
}

export function bookingRoutes(app: FastifyInstance, parts: BookingParts): void {
  const { db, currency, pageSize, maxHolds } = parts;
  const { holdMinutes, feePercent } = parts.trade;
  serve(app, calls.listBookings, async ({ caller, query }) => {
    assertOwnEmail(caller.email, query.email);
    return presentPage(await selectBookingsOfBuyer(db, caller.id, readPage(query, pageSize)), present);
  });

  serve(app, calls.listBuyers, async ({ caller, query }) => {
    assertOwnEmail(caller.email, query.email);
    return presentPage(await selectBookingsOfSeller(db, caller.id, readPage(query, pageSize)), presentBuyer);
  });

  serve(app, calls.getBooking, async ({ caller, params }) => {
    const row = await findBookingOfBuyer(db, params.id, caller.id);
    if (!row) throw new Problem('missing', 'not-found', 'error.notFound');
    const { other, ...order } = await presentOrder(db, row, 'buyer');
    const { code, cash } = await handoverOf(parts, row);
    return {
      ...present(row),
      ...order,
      other,
      name: row.buyer_name,
      cash,
      ...(code ? { handover: { code, qr: `${parts.origin}/dashboard/mybuyers/${row.id}#code=${code}` } } : {}),
    };
  });

  serve(app, calls.getSale, async ({ caller, params }) => {
    const row = await findBookingOfSeller(db, params.bookingId, caller.id);
    if (!row) throw new Problem('missing', 'not-found', 'error.notFound');
    return { ...presentBuyer(row), ...(await presentOrder(db, row, 'seller')) };
  });

  serve(app, calls.bookProduct, ({ caller, body, once }) => {
    const { itemId: productId, phone, location: pickup } = body;
    const id = randomUUIDv7();
    const answer = { acknowledged: true, insertedId: id };
    const book = async (db: Db) => {
      await bookProduct(db, {
        id,
        productId,
        buyerId: caller.id,
        phone,
        pickup,
        holdMinutes,
        feePercent,
        currency,
        maxHolds,
      });
      return answer;
    };
    return once(db, book, answer);
  });

  serve(app, calls.cancelBooking, async ({ caller, params }) => ({
    deletedCount: await releaseBooking(db, caller.id, params.id),
  }));
}

function present(row: BookingRow): calls.Booking {
  return {
    ...presentItem(row),
    categoryId: row.category_id,
    userName: row.buyer_name,
    email: row.buyer_email,
    phone: row.phone,
    ...(row.intent ? { transactionId: row.intent } : {}),
  };
}

function presentBuyer(row: BuyerRow): calls.BuyerOfMine {
  return { ...presentItem(row), buyerName: firstName(row.buyer_name ?? '') };
}

/** The fields that the buyer and the seller both see. */
function presentItem(row: Omit<BuyerRow, 'buyer_name'>) {
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
