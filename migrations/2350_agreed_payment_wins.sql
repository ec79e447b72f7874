-- A buyer may begin another way while a page of bKash is open, and then agree on that page. The agreed payment goes on. The store
-- ends payments of other providers before it takes the money, so an open one refuses nothing here.
create or replace function reopen_payment(of_provider text, number text) returns boolean language plpgsql as $$
declare booking uuid;
begin
  select p.booking_id into booking from payments p where p.provider = of_provider and p.intent = number;
  perform from payments p where p.booking_id = booking and p.provider = of_provider order by p.id for update;
  -- Requests for one booking run one after the other from here, as in begin_payment.
  perform from products where id = (select b.product_id from bookings b where b.id = booking) for update;
  if not exists (select from bookings b where b.id = booking and b.state = 'held' and b.hold_until > now())
    or not exists (select from payments p where p.provider = of_provider and p.intent = number and p.state = 'cancelled')
    or exists (select from payments o where o.booking_id = booking and (o.state in ('review', 'succeeded')
      or (o.state in ('created', 'failed') and o.confirming_at is not null))) then
    return false;
  end if;
  update payments set state = 'cancelled'
    where booking_id = booking and provider = of_provider and state in ('created', 'failed') and confirming_at is null;
  -- Another one may have begun a moment ago, and its money be taken now.
  update payments set state = 'created', confirming_at = now() where provider = of_provider and intent = number
    and not exists (select from payments o where o.booking_id = booking and o.provider = of_provider and o.state in ('created', 'failed'));
  return found;
end $$;
