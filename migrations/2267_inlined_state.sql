-- PostgreSQL puts a function without a subquery into the statement, and calls only the other part, for disputed bookings.
create function disputed_state(b bookings) returns text language sql stable
return coalesce((select ended_as from booking_disputes where booking_id = b.id), b.state);
create or replace function shown_state(b bookings) returns text language sql stable
return case b.state when 'disputed' then disputed_state(b) else state_now(b) end;
