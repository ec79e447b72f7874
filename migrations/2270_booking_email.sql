-- Bookings of different products commit at the same time.
create or replace function make_booking(wanted uuid, booker uuid, currency text, phone text, pickup text, hold interval,
  most_holds int, new_id uuid default uuid_v7(), fee_percent numeric default 0, out booking uuid, out seller uuid) language plpgsql
-- One generic plan for each connection: planning for each buyer takes longer than the booking.
set plan_cache_mode = force_generic_plan as $$
declare
  product record;
  email json;
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
  -- The job is inserted without add_job, which notifies the workers: commits that notify wait for each other
  -- (PreCommit_Notify in https://github.com/postgres/postgres/blob/REL_18_STABLE/src/backend/commands/async.c). A worker finds
  -- the job when it polls. The first worker of a store inserts the task; before that add_job does.
  if booking is not null then
    email := json_build_object('bookingId', booking, 'event', 'booked', 'to', 'seller');
    insert into graphile_worker._private_jobs (task_id, payload, max_attempts)
      select id, email, 20 from graphile_worker._private_tasks where identifier = 'order-email';
    if not found then perform graphile_worker.add_job('order-email', email, max_attempts => 20); end if;
  end if;
end $$;
