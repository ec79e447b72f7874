/** Loads the booking dialog, shortly before it is needed. */
export function loadBooking() {
  return import('#modules/bookings/web/booking-dialog.tsx');
}
