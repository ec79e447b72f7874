create table payments (
  id uuid primary key default uuid_v7(),
  booking_id uuid not null,
  amount_poisha bigint not null,
  currency text not null,
  -- The provider's payment intent; one row for each.
  intent text not null unique check (intent ~ '^pi_[A-Za-z0-9_]{6,}$'),
  state text not null default 'created' check (state in ('created', 'failed', 'cancelled', 'succeeded', 'refund_due', 'refunded')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The paid amount is the booked price.
  foreign key (booking_id, amount_poisha, currency) references bookings (id, price_poisha, currency) on delete restrict
);
create index payments_of_booking on payments (booking_id);
-- A booking is paid once; a second capture can only be one that is due back.
create unique index one_capture on payments (booking_id) where state = 'succeeded';
-- Two tabs get the same intent.
create unique index one_open_intent on payments (booking_id) where state in ('created', 'failed');
create index refunds_due on payments (updated_at) where state = 'refund_due';

create function payment_moves() returns trigger language plpgsql as $$ begin
  if new.intent <> old.intent or new.amount_poisha <> old.amount_poisha or new.booking_id <> old.booking_id then
    raise exception 'the facts of a payment do not change' using errcode = '23514';
  end if;
  -- A late failure never undoes a success.
  if new.state <> old.state and (old.state || '>' || new.state) not in
    ('created>succeeded', 'created>failed', 'created>refund_due', 'failed>succeeded', 'failed>refund_due',
     'created>cancelled', 'failed>cancelled', 'succeeded>refund_due', 'refund_due>refunded') then
    raise exception 'a payment does not go from % to %', old.state, new.state using errcode = '23514';
  end if;
  new.updated_at := now();
  return new;
end $$;
create trigger payment_moves before update on payments for each row execute function payment_moves();

-- Every event of the provider that had its effect; the id is stored in the transaction of the effect.
create table provider_events (
  id text primary key check (length(id) <= 255),
  type text not null,
  intent text,
  received_at timestamptz not null default now()
);

create table ledger (
  id bigint generated always as identity primary key,
  payment_id uuid not null references payments on delete restrict,
  kind text not null check (kind in ('capture', 'refund')),
  amount_poisha bigint not null check (amount_poisha > 0),
  at timestamptz not null default now(),
  unique (payment_id, kind)
);

create function append_only() returns trigger language plpgsql as $$ begin
  raise exception '% is append-only', tg_table_name using errcode = '23514';
end $$;
create trigger ledger_append_only before update or delete on ledger for each row execute function append_only();
create trigger events_append_only before update or delete on provider_events for each row execute function append_only();

-- A paid booking means a sold product and one succeeded payment; checked when the transaction commits.
create function paid_means_sold() returns trigger language plpgsql as $$ begin
  if (select state from bookings where id = new.id) = 'paid' and not exists (
    select from products join payments on payments.booking_id = new.id and payments.state = 'succeeded'
    where products.id = new.product_id and products.status = 'sold'
  ) then
    raise exception 'a paid booking without a sold product or a succeeded payment' using errcode = '23514';
  end if;
  return null;
end $$;
create constraint trigger paid_means_sold after insert or update on bookings
  deferrable initially deferred for each row execute function paid_means_sold();
