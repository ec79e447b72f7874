create table categories (
  id uuid primary key default uuid_v7(),
  name text not null unique check (length(name) between 1 and 60),
  photo text not null,
  -- The pastel that a category owns everywhere it appears.
  tone text not null check (tone in ('butter', 'mint', 'blush', 'sky', 'lilac', 'peach')),
  position integer not null
);

create table products (
  id uuid primary key default uuid_v7(),
  seller_id uuid not null references users on delete restrict,
  category_id uuid not null references categories on delete restrict,
  name text not null check (length(name) between 1 and 120),
  description text not null default '' check (length(description) <= 4000),
  image text not null check (length(image) <= 2000 and image ~ '^(/(demo|media)/[A-Za-z0-9._/-]+|https?://[^[:space:]"<>\\]+)$'),
  -- Money is kept in poisha, the whole minor unit of the taka.
  original_poisha bigint not null check (original_poisha between 1 and 1000000000),
  price_poisha bigint not null check (price_poisha between 1 and 1000000000),
  quality text not null check (quality in ('Excellent', 'Good', 'Fair')),
  years_used numeric(4, 1) not null check (years_used between 0 and 30),
  location text not null check (length(location) between 1 and 120),
  phone text not null check (phone ~ '^01[3-9][0-9]{8}$'),
  status text not null default 'unsold' check (status in ('unsold', 'sold', 'removed')),
  sold_at timestamptz,
  advertised boolean not null default false,
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  check ((status = 'sold') = (sold_at is not null)),
  check (not advertised or status = 'unsold'),
  unique (id, seller_id)
);

-- One index per list, in the order of the list.
create index products_on_offer on products (category_id, created_at desc, id desc) where status = 'unsold';
create index products_advertised on products (created_at desc, id desc) where advertised;
create index products_of_seller on products (seller_id, created_at desc, id desc) where status <> 'removed';
