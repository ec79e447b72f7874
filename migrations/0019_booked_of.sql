-- Books a product for a buyer, and says whose it is, who has to be told of it: the row is at hand, and need not be looked up
-- again. All else is as in book_product (0017), which stays for processes of the release before that are not yet stopped; who
-- changes the one, changes the other, or drops it.
create function make_booking(wanted uuid, booker uuid, currency text, phone text, pickup text, hold interval, most_holds int,
  out booking uuid, out seller uuid) language plpgsql
-- Planned once for each connection: for the buyer of the moment it would be planned at each booking, which takes longer than that.
set plan_cache_mode = force_generic_plan as $$
begin
  perform from users where id = booker and status = 'active' for no key update;
  if not found then return; end if;
  -- The unique index decides between buyers. The shared lock keeps the product from being sold or removed meanwhile, and
  -- does not make buyers wait for each other.
  insert into bookings (product_id, seller_id, buyer_id, item_name, item_image, price_poisha, currency, phone, pickup,
    hold_until)
  select p.id, p.seller_id, booker, p.name, p.image, p.price_poisha, make_booking.currency, make_booking.phone,
    make_booking.pickup, now() + hold
  from products p
  where p.id = wanted and p.status = 'unsold' and p.seller_id <> booker
    and (most_holds is null or most_holds > (select count(*) from bookings b
      where b.buyer_id = booker and b.state = 'held' and b.hold_until > now()))
  for share of p
  on conflict (product_id) where state in ('held', 'paid') do nothing
  returning id, seller_id into booking, seller;
end $$;
