-- A list reads one row for each product: the seller's name and e-mail, and whether the product is booked, are columns of the
-- product beside seller_verified. Triggers write them in the transaction that changes the booking or the user.

-- Room for a new version of a row on its page (a HOT update): a booking then writes no index entry.
alter table products set (fillfactor = 85);
alter table products
  -- Null: free. An instant: the end of the hold of an unpaid booking; an instant in the past is free, too. Infinity: paid.
  add column held_until timestamptz,
  add column seller_name text not null default '',
  add column seller_email text not null default '';

-- Checks alone, so they run after the row is written. A trigger before it would compute the search document at every update.
drop trigger product_moves on products;
create trigger product_moves after update on products for each row
  when (old.status <> new.status or old.price_poisha <> new.price_poisha) execute function product_moves();

alter table products disable trigger user;
update products set seller_name = users.name, seller_email = users.email from users where users.id = seller_id;
update products set held_until = case b.state when 'paid' then 'infinity' else b.hold_until end
  from bookings b where b.product_id = products.id and b.state in ('held', 'paid');
alter table products enable trigger user;

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
drop trigger product_seller_verified on products;
drop function product_seller_verified();
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
drop trigger seller_verified on users;
drop function seller_verified();
create trigger seller_changed after update on users for each row
  when (old.role <> 'buyer' and (old.name, old.email, old.verified_at is null) is distinct from
    (new.name, new.email, new.verified_at is null)) execute function seller_changed();

-- The product is locked before its booking changes (ARCHITECTURE.md, Lock order).
create function booking_holds_product() returns trigger language plpgsql as $$ begin
  update products set held_until = case new.state when 'paid' then 'infinity' when 'held' then new.hold_until end
    where id = new.product_id;
  return null;
end $$;
create trigger booking_made after insert on bookings for each row
  when (new.state in ('held', 'paid')) execute function booking_holds_product();
create trigger booking_changed after update on bookings for each row
  when ((old.state in ('held', 'paid') or new.state in ('held', 'paid'))
    and (old.state, old.hold_until) is distinct from (new.state, new.hold_until)) execute function booking_holds_product();

-- Replaced by make_booking in 0019.
drop function book_product(uuid, uuid, text, text, text, interval, int);
