-- A module names tables of its own and of lower modules only. What it reads from higher ones, it reads through a view of
-- its own, which says how little that is.

-- Identity: the listings of sellers, for the admin's lists and for a former admin's role.
create view seller_listings as
  select seller_id, status, created_at from products;

-- Audit: current names of admins and of targets. An erased person has none.
create view audit_names (id, name) as
  select id, name from users where status = 'active'
  union all select id, name from products
  union all select p.id, b.item_name from payments p join bookings b on b.id = p.booking_id;

-- Bookings: the payments of a booking.
create view booking_payments as
  select booking_id, intent, state, disputed_at from payments;
