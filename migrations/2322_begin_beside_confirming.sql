-- A payment that was ended may be open again and its money be taken now: no other payment of its booking begins beside it.
create or replace function begin_payment(of_booking uuid, of_provider text, number text, amount bigint, in_currency text, page text,
  beside uuid[], late_minutes int) returns text language plpgsql as $$
begin
  -- Requests for one booking run one after the other from here, and each statement below sees what the others stored.
  perform from products where id = (select b.product_id from bookings b where b.id = of_booking) for update;
  if exists (select from payments p where p.booking_id = of_booking and (p.state in ('review', 'succeeded')
    or (p.state = 'created' and p.confirming_at > now() - interval '2 minutes' and p.intent <> number)
    or (p.state in ('created', 'failed') and p.provider <> of_provider and p.id <> all (beside)))) then
    return 'refused';
  end if;
  insert into payments (provider, booking_id, intent, amount_poisha, currency, redirect_url, ask_again_at)
    values (of_provider, of_booking, number, amount, in_currency, page, now() + make_interval(mins => late_minutes)) on conflict do nothing;
  return case when found then 'inserted' else 'known' end;
end $$;
