-- Payments whose refund is left to an admin. The job does not try again.
create view stopped_refunds as select id as payment_id, booking_id from payments
  where refund_stopped_at is not null and (state = 'refund_due' or part_due_poisha > 0);
