create table wishes (
  id uuid primary key default uuid_v7(),
  buyer_id uuid not null references users on delete cascade,
  product_id uuid not null references products on delete cascade,
  -- The price when the product was saved; a lower price now is shown as a drop.
  saved_poisha bigint not null,
  created_at timestamptz not null default now(),
  unique (buyer_id, product_id)
);
create index wishes_of_buyer on wishes (buyer_id, created_at desc, id desc);
create index wishes_of_product on wishes (product_id);
