-- A disputed booking shows what its dispute is by the clock, whether or not a job applied a passed deadline.

-- The return that silence about the whole price agrees on has its own deadline.
create function begins_return(d disputes) returns boolean language sql immutable parallel safe
return d.state = 'answer' and d.wanted_poisha is null and d.reason <> 'not_received';

create function return_ends_at(d disputes) returns timestamptz language sql immutable parallel safe
return d.until + d.return_minutes * interval '1 minute';

-- The state that the passed deadlines of a dispute give its booking; null while it is open. byClock of the rules says the same.
create function dispute_ends_as(d disputes) returns text language sql stable
return case
  when d.until is null or d.until > now() or d.state = 'reply' then null
  when begins_return(d) then case when return_ends_at(d) <= now() then 'completed' end
  when d.state = 'answer' then case when d.wanted_poisha is null then 'refunded' else 'partly_refunded' end
  -- Nobody did anything for the return.
  when d.state = 'return' and d.return_tried_at is null then 'completed'
  else case d.outcome when 'none' then 'completed' when 'refund' then 'refunded' else 'partly_refunded' end
end;

-- A view for bookings: the end of a dispute by the clock; of an open one the next actor and their deadline.
create view booking_disputes as
  select booking_id, dispute_ends_as(d) as ended_as,
    case when d.until <= now() then case d.state when 'answer' then 'buyer' else 'store' end
      else case d.state when 'answer' then 'seller' when 'decision' then 'store' when 'appeal' then 'clock' else 'buyer' end
    end as next_by,
    case when d.until > now() then d.until when begins_return(d) then return_ends_at(d) end as next_until
  from disputes d;
