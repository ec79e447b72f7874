create table bookings (
  id uuid primary key default uuid_v7(),
  product_id uuid not null,
  seller_id uuid not null,
  buyer_id uuid not null references users on delete restrict,
  -- What was booked, as it was at that moment.
  item_name text not null,
  item_image text not null,
  price_poisha bigint not null check (price_poisha between 1 and 1000000000),
  currency text not null default 'bdt' check (currency = 'bdt'),
  phone text not null check (phone ~ '^(01[3-9][0-9]{8})?$'),
  pickup text not null check (length(pickup) <= 120),
  state text not null default 'held' check (state in ('held', 'paid', 'expired', 'cancelled', 'refunded')),
  hold_until timestamptz,
  paid_at timestamptz,
  created_at timestamptz not null default now(),
  -- The copied seller is the real one.
  foreign key (product_id, seller_id) references products (id, seller_id) on delete restrict,
  -- Nobody buys from themselves.
  check (buyer_id <> seller_id),
  check ((state = 'held') = (hold_until is not null)),
  check ((state in ('paid', 'refunded')) = (paid_at is not null)),
  unique (id, price_poisha, currency)
);

-- An item is never sold twice: this index is the arbiter.
create unique index one_live_booking on bookings (product_id) where state in ('held', 'paid');
create index bookings_of_buyer on bookings (buyer_id, created_at desc, id desc);
create index bookings_of_seller on bookings (seller_id, created_at desc, id desc);

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
create trigger product_moves before update on products for each row execute function product_moves();

-- What is taken right now, for every module that shows products. A hold that ran out counts as free.
create view live_bookings as
  select product_id, state from bookings where state = 'paid' or (state = 'held' and hold_until > now());
