-- The id of a booking may be chosen by the caller, so that the answer of a request is stored with its key, before the booking.
drop function make_booking(uuid, uuid, text, text, text, interval, int);
-- Books a product for a buyer. Returns nothing when the product is booked, sold or removed, when it is the buyer's own, or when
-- the buyer is erased or holds most_holds products already. Ends a hold that has run out. Callers without an id are processes
-- of the release before that still run.
create function make_booking(wanted uuid, booker uuid, currency text, phone text, pickup text, hold interval, most_holds int,
  new_id uuid default uuid_v7(), out booking uuid, out seller uuid) language plpgsql
-- One generic plan for each connection: planning for each buyer takes longer than the booking.
set plan_cache_mode = force_generic_plan as $$
declare product record;
begin
  -- Bookings of one buyer run one after the other, so that the count below is right.
  perform from users where id = booker and status = 'active' for no key update;
  if not found then return; end if;
  -- Buyers of one product run one after the other. The second one finds held_until set and locks nothing.
  select p.id, p.seller_id, p.name, p.image, p.price_poisha, p.held_until into product from products p
    where p.id = wanted and p.status = 'unsold' and p.seller_id <> booker
      and (p.held_until is null or p.held_until <= now())
    for no key update;
  if not found then return; end if;
  if most_holds <= (select count(*) from bookings b
    where b.buyer_id = booker and b.state = 'held' and b.hold_until > now()) then return; end if;
  if product.held_until is not null then
    update bookings set state = 'expired', hold_until = null where product_id = wanted and state = 'held' and hold_until <= now();
  end if;
  insert into bookings (id, product_id, seller_id, buyer_id, item_name, item_image, price_poisha, currency, phone, pickup,
    hold_until)
  values (new_id, product.id, product.seller_id, booker, product.name, product.image, product.price_poisha,
    make_booking.currency, make_booking.phone, make_booking.pickup, now() + hold)
  -- The index decides, whatever held_until says: at most one live booking of a product.
  on conflict (product_id) where state in ('held', 'paid') do nothing
  returning id, seller_id into booking, seller;
end $$;

-- The store deletes no bookings. A live one that is deleted by hand leaves its product free.
create function booking_frees_product() returns trigger language plpgsql as $$ begin
  update products set held_until = null where id = old.product_id;
  return null;
end $$;
create trigger booking_deleted after delete on bookings for each row
  when (old.state in ('held', 'paid')) execute function booking_frees_product();
