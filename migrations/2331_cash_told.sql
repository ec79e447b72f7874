-- When the seller was told by e-mail that the buyer pays in cash. It is told once, also when the buyer chooses in turn.
alter table bookings add column cash_told_at timestamptz;
