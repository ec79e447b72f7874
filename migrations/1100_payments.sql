create table payments (
  id uuid primary key default uuid_v7(),
  booking_id uuid not null,
  amount_poisha bigint not null,
  currency text not null,
  -- The provider's payment intent.
  intent text not null unique check (intent ~ '^pi_[A-Za-z0-9_]{6,}$'),
  state text not null default 'created' check (state in ('created', 'failed', 'cancelled', 'succeeded', 'refund_due', 'refunded')),
  created_at timestamptz not null default now(),
  -- When the state last changed. The age of a due refund counts from here.
  updated_at timestamptz not null default now(),
  -- Set while the buyer's bank disputes the charge and holds the money.
  disputed_at timestamptz,
  -- When the refund job last asked the provider for a refund. Nobody records a refund by hand while that may be under way.
  refund_tried_at timestamptz,
  -- The paid amount is the booked price.
  foreign key (booking_id, amount_poisha, currency) references bookings (id, price_poisha, currency) on delete restrict,
  constraint disputed_is_captured check (disputed_at is null or state in ('succeeded', 'refund_due'))
);
create index payments_of_booking on payments (booking_id);
-- A booking is paid once. Any other capture is refunded.
create unique index one_capture on payments (booking_id) where state = 'succeeded';
-- Two tabs get the same intent.
create unique index one_open_intent on payments (booking_id) where state in ('created', 'failed');
create index payments_open on payments (created_at) where state in ('created', 'failed');
create index refunds_due on payments (updated_at) where state = 'refund_due';
-- The admin's list of payments that need a person, newest first.
create index payments_needing_person on payments (created_at desc, id desc)
  where state = 'refund_due' or disputed_at is not null;

create function payment_moves() returns trigger language plpgsql as $$ begin
  if new.intent <> old.intent or new.amount_poisha <> old.amount_poisha or new.booking_id <> old.booking_id then
    raise exception 'the facts of a payment do not change' using errcode = '23514';
  end if;
  -- A late failure never undoes a success. A refund that failed after all makes the money due again.
  if new.state <> old.state and (old.state || '>' || new.state) not in
    ('created>succeeded', 'created>failed', 'created>refund_due', 'failed>succeeded', 'failed>refund_due',
     'created>cancelled', 'failed>cancelled', 'succeeded>refund_due', 'succeeded>refunded', 'refund_due>refunded',
     'refunded>refund_due') then
    raise exception 'a payment does not go from % to %', old.state, new.state using errcode = '23514';
  end if;
  -- How long a refund is due counts from here.
  if new.state <> old.state then new.updated_at := now(); end if;
  return new;
end $$;
create trigger payment_moves before update on payments for each row execute function payment_moves();

-- Applied events of the provider. An event's id is stored in the transaction of its effect.
create table provider_events (
  id text primary key check (length(id) <= 255),
  type text not null,
  intent text,
  received_at timestamptz not null default now()
);
-- The declined attempts of a buyer's payments, for the limits against card testing.
create index declines on provider_events (intent, received_at) where type = 'payment_intent.payment_failed';
create trigger events_append_only before update or delete on provider_events for each row execute function append_only();
create trigger events_stay before truncate on provider_events for each statement execute function append_only();

create table ledger (
  id bigint generated always as identity primary key,
  payment_id uuid not null references payments on delete restrict,
  kind text not null check (kind in ('capture', 'refund', 'refund_failed', 'chargeback', 'chargeback_reversed', 'by_hand')),
  amount_poisha bigint not null check (amount_poisha > 0),
  at timestamptz not null default now(),
  -- The number of the refund or dispute at the provider, or of a transfer that was made by hand. A refund without one was
  -- written by an early release and is the sum of the payment's refunds at that time.
  ref text check (length(ref) between 1 and 255),
  constraint ledger_names_return check (ref is not null or kind in ('capture', 'refund')),
  constraint ledger_once unique nulls not distinct (payment_id, kind, ref)
);
create trigger ledger_append_only before update or delete on ledger for each row execute function append_only();
create trigger ledger_stays before truncate on ledger for each statement execute function append_only();

-- The captured and the returned amount of each payment.
create view payment_balances as
  select payment_id,
    coalesce(sum(amount_poisha) filter (where kind = 'capture'), 0)::bigint as captured_poisha,
    coalesce(sum(case when kind in ('refund', 'chargeback', 'by_hand') then amount_poisha
      when kind in ('refund_failed', 'chargeback_reversed') then -amount_poisha end), 0)::bigint as returned_poisha
  from ledger group by payment_id;

-- A paid booking has a sold product and one succeeded payment. Checked when the transaction commits.
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

-- A refunded payment was returned in full, and its booking is no longer paid. Checked when the transaction commits, after a
-- change of the payment and after a ledger entry that reverses a return.
create function refunded_is_whole() returns trigger language plpgsql as $$
declare
  changed uuid;
  balance payment_balances;
begin
  if tg_table_name = 'ledger' then changed := new.payment_id; else changed := new.id; end if;
  if (select state from payments where id = changed) <> 'refunded' then return null; end if;
  select * into balance from payment_balances where payment_id = changed;
  if balance is null or balance.returned_poisha < balance.captured_poisha then
    raise exception 'a refunded payment that did not go back whole' using errcode = '23514';
  end if;
  if exists (select from payments p join bookings b on b.id = p.booking_id where p.id = changed and b.state = 'paid'
    and not exists (select from payments s where s.booking_id = b.id and s.state = 'succeeded')) then
    raise exception 'a paid booking whose payment was refunded' using errcode = '23514';
  end if;
  return null;
end $$;
create constraint trigger refunded_is_whole after insert or update of state on payments
  deferrable initially deferred for each row when (new.state = 'refunded') execute function refunded_is_whole();
create constraint trigger return_taken_back after insert on ledger
  deferrable initially deferred for each row when (new.kind in ('refund_failed', 'chargeback_reversed'))
  execute function refunded_is_whole();

-- A return by hand is at most the rest of the payment. Returns by the provider are recorded in any case.
create function by_hand_is_left() returns trigger language plpgsql as $$ begin
  if (select sum(case when kind = 'capture' then amount_poisha when kind in ('refund_failed', 'chargeback_reversed')
      then amount_poisha else -amount_poisha end) from ledger where payment_id = new.payment_id and id <= new.id) < 0 then
    raise exception 'more goes back by hand than is left of the payment' using errcode = '23514';
  end if;
  return null;
end $$;
create constraint trigger by_hand_is_left after insert on ledger
  deferrable initially deferred for each row when (new.kind = 'by_hand') execute function by_hand_is_left();

-- A view for bookings: the payments of a booking.
create view booking_payments as
  select booking_id, intent, state, disputed_at from payments;

-- A view for audit: current names of admins and of targets. An erased user has none.
create view audit_names (id, name) as
  select id, name from users where status = 'active'
  union all select id, name from products
  union all select p.id, b.item_name from payments p join bookings b on b.id = p.booking_id;
