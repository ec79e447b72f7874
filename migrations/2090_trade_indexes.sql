-- The sales of a seller whose money was released.
create index sales_released on bookings (seller_id, paid_at desc, id desc)
  where state in ('completed', 'partly_refunded') and method <> 'cash';
