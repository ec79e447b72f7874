import { api } from '#platform/web/api-client.ts';
import type { UserRequest } from '#platform/web/authenticated-loader.ts';
import { loadPages, pagesOf } from '#platform/web/paging.ts';
import { type ActionResult, runAction } from '#platform/web/run-action.ts';
import { type Booking, cancelBooking, listBookings } from '../contract.ts';
import { isPayable } from '../rules.ts';

/** Returns the buyer's bookings, payable ones first. */
export async function loadOrders({ api, user, url }: UserRequest): Promise<{ bookings: Booking[]; more: boolean }> {
  const { items: bookings, more } = await loadPages(pagesOf(url.searchParams), (cursor) =>
    api.send(listBookings, { query: { email: user.email, cursor } }),
  );
  const rank = (booking: Booking) => Number(isPayable(booking.state));
  return { bookings: bookings.sort((one, other) => rank(other) - rank(one)), more };
}

/** Cancels the booking `id` of a form. */
export async function cancel(request: Request): Promise<ActionResult> {
  const form = await request.formData();
  const send = () => api.send(cancelBooking, { params: { id: String(form.get('id')) } });
  const values = { name: String(form.get('name')) };
  return runAction(request, send, { done: 'orders.cancelDone', values, failed: 'orders.cancelFailed' });
}
