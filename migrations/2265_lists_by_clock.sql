-- Lists show passed deadlines that no job applied.

-- Disputes that wait for a decision, since `waiting_since`. Of a return, the seller has no appeal left to contradict the buyer.
create view undecided_disputes as
  select *, coalesce(until, since) as waiting_since from disputes
  where (state in ('reply', 'decision') or (state = 'return' and return_tried_at is not null and seller_appealed_at is not null))
    and coalesce(until, since) <= now();
drop index disputes_waiting;
create index disputes_waiting on disputes ((coalesce(until, since)), id)
  where state in ('reply', 'decision') or (state = 'return' and return_tried_at is not null and seller_appealed_at is not null);

-- Paid bookings that the clock called off: their products are for sale again.
create view lapsed_sales as
  select id as booking_id, product_id from bookings where state = 'paid' and claimed_until is null and pickup_ends_at <= now();
