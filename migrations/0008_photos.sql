-- What sellers show of their products. A photo is sent before its product is listed, or fetched from an address that the
-- seller gave; a job then makes the sizes that are served.
create table photos (
  id uuid primary key default uuid_v7(),
  owner_id uuid not null references users on delete restrict,
  -- The product that shows it, and where in the row of its photos: 0 is the cover.
  product_id uuid,
  position smallint check (position between 0 and 7),
  state text not null default 'waiting' check (state in ('waiting', 'ready', 'refused')),
  -- Why it was refused, as a key of the words.
  refusal text check (length(refusal) between 1 and 200),
  -- Where it is fetched from; null for what was sent.
  address text check (length(address) <= 2000 and address ~ '^https?://'),
  -- Of the largest size that is kept.
  width integer check (width > 0),
  height integer check (height > 0),
  created_at timestamptz not null default now(),
  -- When a photo that no product shows goes, unless somebody's booking still shows it.
  delete_after timestamptz default now() + interval '24 hours',
  -- It belongs to the product's own seller.
  foreign key (product_id, owner_id) references products (id, seller_id) on delete restrict,
  check ((product_id is null) = (position is null)),
  check ((product_id is null) = (delete_after is not null)),
  check ((state = 'refused') = (refusal is not null)),
  check ((state = 'ready') = (width is not null)),
  check ((width is null) = (height is null)),
  -- Looked at when a statement is done, so that one statement can put them into another order.
  unique (product_id, position) deferrable initially immediate
);
create index photos_of_owner on photos (owner_id, product_id);
create index photos_to_delete on photos (delete_after) where delete_after is not null;
create index photos_waiting on photos (created_at) where state = 'waiting';

create function photo_moves() returns trigger language plpgsql as $$ begin
  if new.owner_id <> old.owner_id or new.address is distinct from old.address then
    raise exception 'the facts of a photo do not change' using errcode = '23514';
  end if;
  if new.state <> old.state and old.state <> 'waiting' then
    raise exception 'a photo does not go from % to %', old.state, new.state using errcode = '23514';
  end if;
  return new;
end $$;
create trigger photo_moves before update on photos for each row execute function photo_moves();

-- Pictures that stay to be seen, for the module that keeps their files: what somebody holds or has paid for.
create view shown_pictures as select item_image as image from bookings where state in ('held', 'paid', 'refunded');
-- By hash, because an address can be longer than a tree takes.
create index bookings_by_picture on bookings using hash (item_image);
create index bookings_of_product on bookings (product_id);

-- Addresses that were given before are fetched, too: what waits without a job is given one.
insert into photos (owner_id, product_id, position, address, delete_after)
  select seller_id, id, 0, image, null from products where image ~ '^https?://' and status <> 'removed';
