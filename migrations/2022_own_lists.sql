-- A view for catalogue: the people who hold products unpaid now. A seller sees a holder's first name, a holder their own booking.
create view product_holders as
  select b.product_id, b.seller_id, b.id as booking_id, b.buyer_id, u.name as buyer_name, b.hold_until
  from bookings b join users u on u.id = b.buyer_id
  where b.state = 'held' and b.hold_until > now();

-- A seller's held products. The list is short: a hold lasts hours.
create index holds_of_seller on bookings (seller_id, hold_until) where state = 'held';

-- A seller's sold products, in the order of the list.
drop index products_sold_of_seller;
create index products_sold_of_seller on products (seller_id, created_at desc, id desc) where status = 'sold';

-- A seller's products by any part of the name.
create index products_of_seller_by_name on products using gin (seller_id, name gin_trgm_ops) with (fastupdate = off)
  where status <> 'removed';
