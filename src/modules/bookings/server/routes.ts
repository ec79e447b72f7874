import { randomUUIDv7 } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { assertOwnEmail } from '#modules/identity/server/service.ts';
import { Problem } from '#platform/contract/problem.ts';
import type { Database, Db } from '#platform/database/database.ts';
import { presentPage, readPage } from '#platform/database/keyset.ts';
import { serve } from '#platform/http/serve.ts';
import * as calls from '../contract.ts';
import { type ApplyDeadlines, bookOnce, bookProduct } from './make-booking.service.ts';
import { presentBooking, presentSellerBooking } from './present-booking.ts';
import { handoverOf, type OrderParts, presentOrder } from './present-order.ts';
import { cancelUnpaidBooking } from './service.ts';
import { findBookingOfBuyer, findBookingOfSeller, selectBookingsOfBuyer, selectBookingsOfSeller } from './store.ts';

interface BookingParts extends OrderParts {
  db: Database;
  currency: string;
  pageSize: number;
  /** How many products one buyer may hold unpaid. */
  maxHolds: number | undefined;
  applyDeadlines: ApplyDeadlines;
}

/** Serves the calls of bookings/contract.ts. */
export function bookingRoutes(app: FastifyInstance, parts: BookingParts): void {
  const { db, currency, pageSize, maxHolds, applyDeadlines } = parts;
  const { holdMinutes, feePercent } = parts.trade;
  serve(app, calls.listBookings, async ({ caller, query }) => {
    assertOwnEmail(caller.email, query.email);
    return presentPage(await selectBookingsOfBuyer(db, caller.id, readPage(query, pageSize)), presentBooking);
  });

  serve(app, calls.listSellerBookings, async ({ caller, query }) => {
    assertOwnEmail(caller.email, query.email);
    return presentPage(await selectBookingsOfSeller(db, caller.id, readPage(query, pageSize)), presentSellerBooking);
  });

  serve(app, calls.getBooking, async ({ caller, params }) => {
    const row = await findBookingOfBuyer(db, params.id, caller.id);
    if (!row) throw new Problem('missing', 'not-found', 'error.notFound');
    const { other, ...order } = await presentOrder(db, row, 'buyer');
    const { code, cash } = await handoverOf(parts, row);
    return {
      ...presentBooking(row),
      ...order,
      other,
      name: row.buyer_name,
      cash,
      ...(code && !order.codeLocked
        ? { handover: { code, qr: `${parts.origin}/dashboard/mybuyers/${row.id}#code=${code}` } }
        : {}),
    };
  });

  serve(app, calls.getSale, async ({ caller, params }) => {
    const row = await findBookingOfSeller(db, params.bookingId, caller.id);
    if (!row) throw new Problem('missing', 'not-found', 'error.notFound');
    return { ...presentSellerBooking(row), ...(await presentOrder(db, row, 'seller')) };
  });

  serve(app, calls.bookProduct, ({ caller, body, once }) => {
    const { itemId: productId, phone, location: pickup } = body;
    const id = randomUUIDv7();
    const booking = { id, productId, buyerId: caller.id, phone, pickup, holdMinutes, feePercent, currency, maxHolds };
    const answer = { acknowledged: true, insertedId: id };
    const book = async (db: Db) => {
      await bookProduct(db, booking, applyDeadlines);
      return answer;
    };
    return once(db, book, (key) => bookOnce(db, booking, key, answer));
  });

  serve(app, calls.cancelBooking, async ({ caller, params }) => ({
    deletedCount: await cancelUnpaidBooking(db, caller.id, params.id),
  }));
}
