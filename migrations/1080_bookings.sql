create table bookings (
  id uuid primary key default uuid_v7(),
  product_id uuid not null,
  seller_id uuid not null,
  buyer_id uuid not null references users on delete restrict,
  -- Copied from the product at the moment of the booking.
  item_name text not null,
  item_image text not null,
  price_poisha bigint not null check (price_poisha between 1 and 1000000000),
  -- A store may change its currency; each booking keeps its own.
  currency text not null default 'bdt' check (currency ~ '^[a-z]{3}$'),
  phone text not null check (phone ~ '^(01[3-9][0-9]{8})?$'),
  pickup text not null check (length(pickup) <= 120),
  state text not null default 'held' check (state in ('held', 'paid', 'expired', 'cancelled', 'refunded')),
  hold_until timestamptz,
  paid_at timestamptz,
  created_at timestamptz not null default now(),
  -- The copied seller is the real one.
  foreign key (product_id, seller_id) references products (id, seller_id) on delete restrict,
  -- Nobody buys their own product.
  check (buyer_id <> seller_id),
  check ((state = 'held') = (hold_until is not null)),
  check ((state in ('paid', 'refunded')) = (paid_at is not null)),
  unique (id, price_poisha, currency)
);

-- A product is never sold twice: this index decides.
create unique index one_live_booking on bookings (product_id) where state in ('held', 'paid');
create index bookings_of_buyer on bookings (buyer_id, created_at desc, id desc);
create index bookings_of_seller on bookings (seller_id, created_at desc, id desc);
create index bookings_of_product on bookings (product_id);
-- By hash, because an address can be longer than a B-tree entry.
create index bookings_by_picture on bookings using hash (item_image);
-- Unpaid holds: of one buyer, and in the order of their ends.
create index holds_of_buyer on bookings (buyer_id, hold_until) where state = 'held';
create index holds on bookings (hold_until) where state = 'held';

create function booking_moves() returns trigger language plpgsql as $$ begin
  if new.product_id <> old.product_id or new.buyer_id <> old.buyer_id or new.price_poisha <> old.price_poisha then
    raise exception 'the facts of a booking do not change' using errcode = '23514';
  end if;
  -- expired > paid is possible only while nobody else has the product: one_live_booking decides.
  if new.state <> old.state and (old.state || '>' || new.state) not in
    ('held>paid', 'held>expired', 'held>cancelled', 'expired>paid', 'paid>refunded') then
    raise exception 'a booking does not go from % to %', old.state, new.state using errcode = '23514';
  end if;
  return new;
end $$;
create trigger booking_moves before update on bookings for each row execute function booking_moves();

-- The products that are booked now. A hold that ran out counts as free.
create view live_bookings as
  select product_id, state from bookings where state = 'paid' or (state = 'held' and hold_until > now());

-- Checks only, so they run after the row is written. A trigger before it would compute the search document at every update.
create function product_moves() returns trigger language plpgsql as $$ begin
  if old.status = 'removed' and new.status <> 'removed' then
    raise exception 'a removed product does not come back' using errcode = '23514';
  end if;
  if new.status <> old.status and new.status in ('unsold', 'removed')
    and exists (select from bookings where product_id = old.id and state = 'paid') then
    raise exception 'a product that was paid for stays sold' using errcode = '23514';
  end if;
  if (new.price_poisha <> old.price_poisha or new.status = 'removed')
    and exists (select from live_bookings where product_id = old.id) then
    raise exception 'a live booking freezes the product' using errcode = '23514';
  end if;
  return new;
end $$;
create trigger product_moves after update on products for each row
  when (old.status <> new.status or old.price_poisha <> new.price_poisha) execute function product_moves();

-- The product is locked before its booking changes (ARCHITECTURE.md, Lock order).
create function booking_holds_product() returns trigger language plpgsql as $$ begin
  update products set held_until = case new.state when 'paid' then 'infinity' when 'held' then new.hold_until end
    where id = new.product_id;
  return null;
end $$;
create trigger booking_made after insert on bookings for each row
  when (new.state in ('held', 'paid')) execute function booking_holds_product();
create trigger booking_changed after update on bookings for each row
  when ((old.state in ('held', 'paid') or new.state in ('held', 'paid'))
    and (old.state, old.hold_until) is distinct from (new.state, new.hold_until)) execute function booking_holds_product();

-- The store deletes no bookings. A live one that is deleted by hand leaves its product free.
create function booking_frees_product() returns trigger language plpgsql as $$ begin
  update products set held_until = null where id = old.product_id;
  return null;
end $$;
create trigger booking_deleted after delete on bookings for each row
  when (old.state in ('held', 'paid')) execute function booking_frees_product();

-- Books a product for a buyer. Returns nothing when the product is booked, sold or removed, when it is the buyer's own, or when
-- the buyer is erased or holds most_holds products already. Ends a hold that has run out.
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

-- A view for photos: the pictures of held, paid and refunded bookings. Their files are kept.
create view shown_pictures as select item_image as image from bookings where state in ('held', 'paid', 'refunded');
