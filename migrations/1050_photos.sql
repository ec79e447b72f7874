-- Photos of products. A photo is uploaded before its product is listed, or fetched from an address that the seller entered. A job
-- then makes the sizes that are served.
create table photos (
  id uuid primary key default uuid_v7(),
  owner_id uuid not null references users on delete restrict,
  -- The product that shows it, and its place among the product's photos: 0 is the cover.
  product_id uuid,
  position smallint check (position between 0 and 7),
  state text not null default 'waiting' check (state in ('waiting', 'ready', 'refused')),
  -- The reason of the refusal, as a key of the texts.
  refusal text check (length(refusal) between 1 and 200),
  -- The address that it is fetched from; null for an upload.
  address text check (length(address) <= 2000 and address ~ '^https?://'),
  -- Of the largest stored size.
  width integer check (width > 0),
  height integer check (height > 0),
  created_at timestamptz not null default now(),
  -- When a photo without a product is deleted, unless a booking still shows it.
  delete_after timestamptz default now() + interval '24 hours',
  -- The owner is the product's seller.
  foreign key (product_id, owner_id) references products (id, seller_id) on delete restrict,
  check ((product_id is null) = (position is null)),
  check ((product_id is null) = (delete_after is not null)),
  check ((state = 'refused') = (refusal is not null)),
  check ((state = 'ready') = (width is not null)),
  check ((width is null) = (height is null)),
  -- Checked at the end of a statement, so that one statement can change the order of photos.
  unique (product_id, position) deferrable initially immediate
);
create index photos_of_owner on photos (owner_id, product_id);
create index photos_to_delete on photos (delete_after) where delete_after is not null;
create index photos_waiting on photos (created_at) where state = 'waiting';

create function photo_moves() returns trigger language plpgsql as $$ begin
  -- The address is deleted when its owner is erased. It never changes to another one.
  if new.owner_id <> old.owner_id or new.address <> old.address or (new.address is not null and old.address is null) then
    raise exception 'the facts of a photo do not change' using errcode = '23514';
  end if;
  if new.state <> old.state and old.state <> 'waiting' then
    raise exception 'a photo does not go from % to %', old.state, new.state using errcode = '23514';
  end if;
  return new;
end $$;
create trigger photo_moves before update on photos for each row execute function photo_moves();
