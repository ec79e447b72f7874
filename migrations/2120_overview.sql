-- The days of the admin's overview.
create index products_by_day on products (created_at);
create index bookings_by_day on bookings (created_at);
create index sales_by_day on bookings (paid_at) where paid_at is not null;
create index handovers_by_day on bookings (handed_over_at) where handed_over_at is not null;
create index refunds_by_day on ledger_transactions (at) where kind in ('refund', 'by_hand');
