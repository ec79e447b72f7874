/**
 * Loads the booking dialog and its action together, shortly before they are needed. A user who could open the dialog
 * can then be told that the network is unavailable.
 */
export function loadBooking() {
  return Promise.all([
    import('#modules/bookings/web/booking-dialog.tsx'),
    import('#modules/bookings/web/submit-booking.ts'),
  ]);
}
