/**
 * What booking takes: the dialog, and what books when its form is sent. They come together, so that who could open the
 * dialog is told when the network is away. A page fetches them when somebody is about to book, not before.
 */
export function loadBooking() {
  return Promise.all([
    import('#modules/bookings/web/booking-dialog.tsx'),
    import('#modules/bookings/web/submit-booking.ts'),
  ]);
}
