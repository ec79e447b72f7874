-- The trade after a booking: handover, cash, call-off, inspection. A booking that is paid by card becomes handed_over, then
-- completed when the inspection ends. A cash booking stays held until the handover completes it.

-- The states of a sale: money was taken or handed over and not given back. The unique index below lists the same states.
create function is_sale(state text) returns boolean language sql immutable parallel safe
return state in ('paid', 'handed_over', 'disputed', 'completed', 'partly_refunded');

alter table bookings
  drop constraint bookings_state_check,
  drop constraint bookings_check2,
  -- How the buyer pays. Null before a choice.
  add column method text check (method in ('card', 'cash')),
  -- The seller pays this share of the price, from the setting at the time of the booking.
  add column fee_poisha bigint not null default 0,
  -- Until when buyer and seller meet. At pickup_ends_at the clock calls the booking off.
  add column pickup_until timestamptz,
  add column pickup_ends_at timestamptz,
  -- The seller says that they handed the item over without the code. Without an objection until then it counts.
  add column claimed_until timestamptz,
  add column handed_over_at timestamptz,
  -- The end of the inspection. Then the clock completes the booking.
  add column inspect_until timestamptz,
  -- When the reminder of the running deadline was sent: of an unpaid hold, or of the pick-up.
  add column reminded_at timestamptz;

-- Bookings paid before there was a handover count as completed.
alter table bookings disable trigger booking_moves, disable trigger booking_changed;
drop trigger paid_means_sold on bookings;
update bookings set state = 'completed', method = 'card', handed_over_at = paid_at where state = 'paid';
update bookings set method = 'card' where state = 'refunded';
alter table bookings enable trigger booking_moves, enable trigger booking_changed;

alter table bookings
  add constraint bookings_state_check check (state in ('held', 'paid', 'handed_over', 'disputed', 'completed',
    'partly_refunded', 'refunded', 'expired', 'cancelled')),
  add constraint paid_has_time check ((is_sale(state) or state = 'refunded') = (paid_at is not null)),
  add constraint paid_has_method check (paid_at is null or method is not null),
  add constraint fee_fits check (fee_poisha between 0 and price_poisha),
  add constraint paid_has_pickup check (state <> 'paid' or (pickup_until is not null and pickup_ends_at >= pickup_until)),
  add constraint only_paid_is_claimed check (claimed_until is null or (inspect_until >= claimed_until and method <> 'cash')),
  add constraint handed_over_has_times check (state <> 'handed_over' or (handed_over_at is not null and inspect_until is not null)),
  -- The store holds no money of a cash sale: it ends at the handover.
  add constraint cash_has_no_hold check (method is distinct from 'cash' or state in ('held', 'completed', 'expired', 'cancelled'));

-- Whether the seller takes cash at the pick-up.
alter table products add column cash boolean not null default true;

drop index one_live_booking;
create unique index one_live_booking on bookings (product_id)
  where state in ('held', 'paid', 'handed_over', 'disputed', 'completed', 'partly_refunded');
-- Bookings that the clock changes next.
create index bookings_due on bookings ((case state when 'paid' then coalesce(claimed_until, pickup_ends_at) else inspect_until end))
  where state in ('paid', 'handed_over');
-- Deadlines without a reminder.
create index holds_to_remind on bookings (hold_until) where state = 'held' and reminded_at is null;
create index pickups_to_remind on bookings (pickup_until) where state = 'paid' and reminded_at is null;
create index cash_holds_of_buyer on bookings (buyer_id, hold_until) where state = 'held' and method = 'cash';

-- The state of a booking by the clock, whether or not a job applied it.
create function state_now(b bookings) returns text language sql stable
return case
  when b.state = 'held' and b.hold_until <= now() then 'expired'
  when b.state = 'paid' and b.claimed_until <= now() then case when b.inspect_until <= now() then 'completed' else 'handed_over' end
  when b.state = 'paid' and b.claimed_until is null and b.pickup_ends_at <= now() then 'refunded'
  when b.state = 'handed_over' and b.inspect_until <= now() then 'completed'
  else b.state end;

-- What happened to a booking after it was made and paid, for its timeline. Append-only; a reason is forgotten with its writer.
create table booking_steps (
  id bigint generated always as identity primary key,
  booking_id uuid not null references bookings on delete cascade,
  step text not null check (step in ('cash_chosen', 'card_chosen', 'wrong_code', 'claimed', 'objected', 'handed_over', 'received',
    'called_off', 'completed', 'refunded', 'partly_refunded', 'no_show', 'contradicted', 'disputed', 'answered', 'replied',
    'decided', 'appealed', 'return_due', 'returned')),
  -- The clock acts for a deadline, the store for an admin or a job.
  by text not null check (by in ('buyer', 'seller', 'clock', 'store')),
  reason text check (length(reason) between 1 and 500),
  at timestamptz not null default now()
);
create index booking_steps_of_booking on booking_steps (booking_id, id);
create function step_stays() returns trigger language plpgsql as $$ begin
  if new.reason is null and to_jsonb(new) - 'reason' = to_jsonb(old) - 'reason' then return new; end if;
  raise exception 'a step of a booking does not change' using errcode = '23514';
end $$;
create trigger step_stays before update on booking_steps for each row execute function step_stays();

-- One side of a cash sale did not come. It stands when the other does not contradict it in time.
create table no_shows (
  booking_id uuid not null references bookings on delete cascade,
  absent text not null check (absent in ('buyer', 'seller')),
  person_id uuid not null references users on delete cascade,
  reported_at timestamptz not null default now(),
  contradict_until timestamptz not null check (contradict_until >= reported_at),
  contradicted_at timestamptz,
  primary key (booking_id, absent)
);
create index no_shows_of_person on no_shows (person_id, reported_at);

create or replace function booking_moves() returns trigger language plpgsql as $$ begin
  if new.product_id <> old.product_id or new.buyer_id <> old.buyer_id or new.price_poisha <> old.price_poisha
    or new.fee_poisha <> old.fee_poisha then
    raise exception 'the facts of a booking do not change' using errcode = '23514';
  end if;
  if old.method is not null and new.method is distinct from old.method and old.state <> 'held' and old.state <> 'expired' then
    raise exception 'the method of a payment does not change' using errcode = '23514';
  end if;
  if new.state = old.state then return new; end if;
  -- expired > paid is possible only while nobody else has the product: one_live_booking decides.
  if (old.state || '>' || new.state) not in
    ('held>paid', 'held>completed', 'held>expired', 'held>cancelled', 'expired>paid',
     'paid>handed_over', 'paid>disputed', 'paid>refunded', 'handed_over>completed', 'handed_over>disputed', 'handed_over>refunded',
     'disputed>completed', 'disputed>refunded', 'disputed>partly_refunded', 'completed>refunded', 'partly_refunded>refunded',
     'completed>disputed', 'partly_refunded>disputed')
    or (old.state || '>' || new.state = 'held>completed') and new.method is distinct from 'cash' then
    raise exception 'a booking does not go from % to %', old.state, new.state using errcode = '23514';
  end if;
  return new;
end $$;

create or replace view live_bookings as
  select product_id, state from bookings where is_sale(state) or (state = 'held' and hold_until > now());

create or replace function product_moves() returns trigger language plpgsql as $$ begin
  if old.status = 'removed' and new.status <> 'removed' then
    raise exception 'a removed product does not come back' using errcode = '23514';
  end if;
  if new.status <> old.status and new.status in ('unsold', 'removed')
    -- The second condition is that of the index.
    and exists (select from bookings where product_id = old.id and is_sale(state)
      and state in ('held', 'paid', 'handed_over', 'disputed', 'completed', 'partly_refunded')) then
    raise exception 'a product that was paid for stays sold' using errcode = '23514';
  end if;
  if (new.price_poisha <> old.price_poisha or new.status = 'removed')
    and exists (select from live_bookings where product_id = old.id) then
    raise exception 'a live booking freezes the product' using errcode = '23514';
  end if;
  return new;
end $$;

create or replace function booking_holds_product() returns trigger language plpgsql as $$ begin
  update products set held_until = case when is_sale(new.state) then 'infinity' when new.state = 'held' then new.hold_until end
    where id = new.product_id;
  return null;
end $$;
drop trigger booking_made on bookings;
create trigger booking_made after insert on bookings for each row
  when (new.state = 'held' or is_sale(new.state)) execute function booking_holds_product();
drop trigger booking_changed on bookings;
create trigger booking_changed after update on bookings for each row
  when ((old.state = 'held' or is_sale(old.state) or new.state = 'held' or is_sale(new.state))
    and (is_sale(old.state), old.state = 'held', old.hold_until) is distinct from (is_sale(new.state), new.state = 'held', new.hold_until))
  execute function booking_holds_product();
drop trigger booking_deleted on bookings;
create trigger booking_deleted after delete on bookings for each row
  when (old.state = 'held' or is_sale(old.state)) execute function booking_frees_product();

create or replace view shown_pictures as
  select item_image as image from bookings where state = 'held' or state = 'refunded' or is_sale(state);

-- A sale has a sold product and one succeeded payment, or was paid in cash. Checked when the transaction commits.
create or replace function paid_means_sold() returns trigger language plpgsql as $$
declare current bookings;
begin
  select * into current from bookings where id = new.id;
  if is_sale(current.state) and not exists (
    select from products where id = current.product_id and status = 'sold' and (current.method = 'cash'
      or exists (select from payments p where p.booking_id = current.id and p.state = 'succeeded'))
  ) then
    raise exception 'a paid booking without a sold product or a succeeded payment' using errcode = '23514';
  end if;
  return null;
end $$;
create constraint trigger paid_means_sold after insert or update on bookings
  deferrable initially deferred for each row execute function paid_means_sold();

drop function make_booking(uuid, uuid, text, text, text, interval, int, uuid);
create function make_booking(wanted uuid, booker uuid, currency text, phone text, pickup text, hold interval,
  most_holds int, new_id uuid default uuid_v7(), fee_percent numeric default 0, out booking uuid, out seller uuid) language plpgsql
-- One generic plan for each connection: planning for each buyer takes longer than the booking.
set plan_cache_mode = force_generic_plan as $$
declare product record;
begin
  -- Bookings of one buyer run one after the other, so that the count below is right.
  perform from users where id = booker and status = 'active' for no key update;
  if not found then return; end if;
  -- Buyers of one product run one after the other. The second one finds held_until set and locks nothing.
  select p.id, p.seller_id, p.name, p.image, p.price_poisha, p.location, p.held_until into product from products p
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
    seller_pickup, hold_until, fee_poisha)
  values (new_id, product.id, product.seller_id, booker, product.name, product.image, product.price_poisha,
    make_booking.currency, make_booking.phone, make_booking.pickup, product.location, now() + hold,
    round(product.price_poisha * fee_percent / 100))
  -- The index decides, whatever held_until says: at most one live booking of a product.
  on conflict (product_id) where state in ('held', 'paid', 'handed_over', 'disputed', 'completed', 'partly_refunded') do nothing
  returning id, seller_id into booking, seller;
  if booking is not null then
    perform graphile_worker.add_job('order-email', json_build_object('bookingId', booking, 'event', 'booked', 'to', 'seller'),
      max_attempts => 20);
  end if;
end $$;
