-- Pages show the state and the timeline of a booking by the clock, whether or not a job applied passed deadlines.

-- The state of a booking by its own deadlines and by those of its dispute.
create function shown_state(b bookings) returns text language sql stable
return coalesce(case b.state when 'disputed' then (select ended_as from booking_disputes where booking_id = b.id) end, state_now(b));

-- The steps of passed deadlines that no job recorded. The jobs record the same ones, with the same times.
create function steps_by_clock(b bookings) returns table (step text, by text, at timestamptz, place bigint)
language sql stable begin atomic
  select 'called_off', 'clock', b.pickup_ends_at, 1 where b.state = 'paid' and b.claimed_until is null and b.pickup_ends_at <= now()
  union all select 'handed_over', 'clock', b.claimed_until, 1 where b.state = 'paid' and b.claimed_until <= now()
  union all select 'completed', 'clock', b.inspect_until, 2 where b.state in ('paid', 'handed_over') and state_now(b) = 'completed'
  union all select s.step, s.by, s.at, s.place from disputes d, lateral (
    select case d.state when 'answer' then 'answered' when 'reply' then 'replied' else 'appealed' end as step, 'clock' as by,
        d.until as at, 1 as place
      where d.state in ('answer', 'reply') or (d.state = 'return' and dispute_ends_as(d) is null)
    union all select 'return_due', 'clock', d.until, 2 where begins_return(d)
    union all select dispute_ends_as(d), case d.state when 'appeal' then 'store' else 'clock' end,
        case when begins_return(d) then return_ends_at(d) else d.until end, 3
      where dispute_ends_as(d) is not null) s
    where d.booking_id = b.id and b.state = 'disputed' and d.until <= now();
end;

-- Everything that happened to a booking, in the order of `at` and `place`.
create view order_timeline as
  select id as booking_id, 'booked' as step, 'buyer' as by, null as reason, created_at as at, 0::bigint as place from bookings
  union all select id, 'paid', 'buyer', null, paid_at, 0 from bookings where paid_at is not null and method <> 'cash'
  union all select booking_id, step, by, reason, at, id from booking_steps where step <> 'wrong_code'
  -- After all that was recorded.
  union all select b.id, s.step, s.by, null, s.at, s.place + (1::bigint << 60) from bookings b, lateral steps_by_clock(b) s;
