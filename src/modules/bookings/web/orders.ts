import type { ActionResult } from '#platform/forms/action-result.ts';
import type { UserForm } from '#platform/forms/run-action.ts';
import { loadPages, pagesOf } from '#platform/lists/paging.ts';
import type { UserRequest } from '#platform/web/authenticated-loader.ts';
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
export async function cancel({ api, form, t }: UserForm): Promise<ActionResult> {
  await api.send(cancelBooking, { params: { id: String(form.get('id')) } });
  return { done: true, message: t('orders.cancelDone', { name: String(form.get('name')) }) };
}
