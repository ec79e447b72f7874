-- The next event of a hold, for `product_holders`: a payment, cash at the pick-up, or an admin's decision about a payment.
create or replace view product_holders as
  select b.product_id, b.seller_id, b.id as booking_id, b.buyer_id, u.name as buyer_name, b.hold_until,
    case when exists (select from payments p where p.booking_id = b.id and p.state = 'review') then 'review'
      when b.method = 'cash' then 'cash' else 'payment' end as waits_for
  from bookings b join users u on u.id = b.buyer_id
  where b.state = 'held' and b.hold_until > now();
