create table categories (
  id uuid primary key default uuid_v7(),
  name text not null unique check (length(name) between 1 and 60),
  photo text not null,
  -- The pastel colour of the category.
  tone text not null check (tone in ('butter', 'mint', 'blush', 'sky', 'lilac', 'peach')),
  position integer not null,
  -- The Bangla name; without it `name` is shown in both languages.
  name_bn text check (length(name_bn) between 1 and 60)
);

-- A list reads one row for each product: the seller's name, e-mail and verification, and the end of a hold, are columns of the
-- product. Triggers write them in the transaction that changes the booking or the user.
create table products (
  id uuid primary key default uuid_v7(),
  seller_id uuid not null references users on delete restrict,
  category_id uuid not null references categories on delete restrict,
  name text not null check (length(name) between 1 and 120),
  description text not null default '' check (length(description) <= 4000),
  -- Image, pick-up point and phone number are deleted when a product leaves the store.
  image text not null constraint products_image_check check (
    (length(image) <= 2000 and image ~ '^(/(demo|media)/[A-Za-z0-9._/-]+|https?://[^[:space:]"<>\\]+)$')
    or (image = '' and status <> 'unsold')),
  -- Money is in poisha, the whole minor unit of the taka.
  original_poisha bigint not null check (original_poisha between 1 and 1000000000),
  price_poisha bigint not null check (price_poisha between 1 and 1000000000),
  quality text not null check (quality in ('Excellent', 'Good', 'Fair')),
  years_used numeric(4, 1) not null check (years_used between 0 and 30),
  location text not null constraint products_location_check
    check (length(location) between 1 and 120 or (location = '' and status <> 'unsold')),
  phone text not null constraint products_phone_check
    check (phone ~ '^01[3-9][0-9]{8}$' or (phone = '' and status <> 'unsold')),
  status text not null default 'unsold' check (status in ('unsold', 'sold', 'removed')),
  sold_at timestamptz,
  advertised boolean not null default false,
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  seller_verified boolean not null default false,
  -- Null: free. An instant: the end of the hold of an unpaid booking; an instant in the past is free, too. Infinity: paid.
  held_until timestamptz,
  seller_name text not null default '',
  seller_email text not null default '',
  document tsvector generated always as (
    case when status = 'unsold' then search_tokens(name, description) end) stored,
  area text not null generated always as (search_area(location)) stored,
  check ((status = 'sold') = (sold_at is not null)),
  check (not advertised or status = 'unsold'),
  unique (id, seller_id)
)
-- Room for a new version of a row on its page (a HOT update): a booking then writes no index entry.
with (fillfactor = 85);

-- One index for each list, in the order of the list.
create index products_on_offer on products (category_id, created_at desc, id desc) where status = 'unsold';
create index products_advertised on products (created_at desc, id desc) where advertised;
create index products_of_seller on products (seller_id, created_at desc, id desc) where status <> 'removed';
create index products_on_offer_of_seller on products (seller_id, created_at desc, id desc) where status = 'unsold';
create index products_sold_of_seller on products (seller_id) where status = 'sold';
-- A part of the sitemap holds the products whose id ends with one of some bytes. The last byte is random.
create index products_on_offer_by_byte on products (get_byte(uuid_send(id), 15), id) where status = 'unsold';

-- A search reads the newest, cheapest or most expensive products first. It asks the GIN index for what is rare among them.
create index products_newest on products (created_at desc, id desc) where status = 'unsold';
create index products_cheapest on products (price_poisha, created_at desc, id desc) where status = 'unsold';
create index products_dearest on products (price_poisha desc, created_at desc, id desc) where status = 'unsold';
-- Without a pending list, which every search would read.
create index products_search on products using gin (document, category_id, area, quality, seller_verified)
  with (fastupdate = off) where status = 'unsold';

-- A new product copies its seller. The key share lock conflicts with an erasure alone. A change of the seller that commits
-- after this read is followed by the job of seller_changed, which waits for all listings that are open.
create function product_seller() returns trigger language plpgsql as $$ begin
  select name, email, verified_at is not null into new.seller_name, new.seller_email, new.seller_verified
    from users where id = new.seller_id for key share;
  -- The foreign key refuses a seller that does not exist.
  new.seller_name := coalesce(new.seller_name, '');
  new.seller_email := coalesce(new.seller_email, '');
  new.seller_verified := coalesce(new.seller_verified, false);
  return new;
end $$;
create trigger product_seller before insert on products for each row execute function product_seller();

-- The seller's newest products change with the seller, so that the first pages are right at once. A job (tick-products) changes
-- the others and the locked ones, so that no request waits for thousands of rows.
create function seller_changed() returns trigger language plpgsql as $$ begin
  with newest as materialized (
    select id from products
    where seller_id = new.id and status <> 'removed'
      and (seller_name, seller_email, seller_verified) is distinct from (new.name, new.email, new.verified_at is not null)
    order by created_at desc, id desc limit 200
    for no key update skip locked)
  update products set seller_name = new.name, seller_email = new.email, seller_verified = new.verified_at is not null
    from newest where products.id = newest.id;
  perform graphile_worker.add_job('tick-products', json_build_object('sellerId', new.id),
    job_key => 'tick-products-' || new.id, priority => 10);
  return null;
end $$;
create trigger seller_changed after update on users for each row
  when (old.role <> 'buyer' and (old.name, old.email, old.verified_at is null) is distinct from
    (new.name, new.email, new.verified_at is null)) execute function seller_changed();

-- A view for identity: the listings of sellers, for the admin's lists and for the role of a former admin.
create view seller_listings as
  select seller_id, status, created_at from products;
