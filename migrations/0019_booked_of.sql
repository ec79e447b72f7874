-- Books a product for a buyer, and says whose it is, who has to be told of it: the row is at hand, and need not be looked up
-- again. What it gives is another than before, so it is made anew; all else is as in 0017.
drop function book_product(uuid, uuid, text, text, text, interval, int);
create function book_product(wanted uuid, booker uuid, currency text, phone text, pickup text, hold interval, most_holds int,
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
  select p.id, p.seller_id, booker, p.name, p.image, p.price_poisha, book_product.currency, book_product.phone,
    book_product.pickup, now() + hold
  from products p
  where p.id = wanted and p.status = 'unsold' and p.seller_id <> booker
    and (most_holds is null or most_holds > (select count(*) from bookings b
      where b.buyer_id = booker and b.state = 'held' and b.hold_until > now()))
  for share of p
  on conflict (product_id) where state in ('held', 'paid') do nothing
  returning id, seller_id into booking, seller;
end $$;
