-- The part of a booking's price that does not go back to its buyer, by the clock. The store's fee is at most this amount.
create function kept_of_part(b bookings) returns bigint language sql stable
return b.price_poisha - coalesce((select case d.state when 'answer' then d.wanted_poisha else d.amount_poisha end
  from disputes d where d.booking_id = b.id), 0);
create function kept_poisha(b bookings) returns bigint language sql stable
return case when shown_state(b) in ('refunded', 'expired', 'cancelled') then 0
  when shown_state(b) = 'partly_refunded' then kept_of_part(b) else b.price_poisha end;
