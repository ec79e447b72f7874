import { CallError } from '#platform/contract/call-client.ts';
import { api } from '#platform/web/api-client.ts';
import { type Asker, requireRole } from '#platform/web/authenticated-loader.ts';
import { pageTranslator } from '#platform/web/page-translator.ts';
import { loadPages, pagesOf } from '#platform/web/paging.ts';
import { toast } from '#ui/toast.tsx';
import { type Booking, cancelBooking, listBookings } from '../contract.ts';
import { isPayable } from '../rules.ts';

/** The buyer's bookings, what waits for payment first. */
export async function loadOrders({ api, user, url }: Asker): Promise<{ bookings: Booking[]; more: boolean }> {
  requireRole('buyer', user);
  const { items: bookings, more } = await loadPages(pagesOf(url.searchParams), (cursor) =>
    api.send(listBookings, { query: { email: user.email, cursor } }),
  );
  const waits = (booking: Booking) => Number(isPayable(booking.state));
  return { bookings: bookings.sort((one, other) => waits(other) - waits(one)), more };
}

/** Gives the booking `id` of a form back, and says how that went. */
export async function cancel(form: FormData): Promise<null> {
  const { t } = pageTranslator();
  try {
    await api.send(cancelBooking, { params: { id: String(form.get('id')) } });
    toast.success(t('orders.cancelDone', { name: String(form.get('name')) }));
  } catch (error) {
    if (error instanceof CallError && error.status === 401) throw error;
    toast.error((error instanceof CallError && error.problem.message) || t('orders.cancelFailed'));
  }
  return null;
}
