-- The seller's pick-up point at the time of the booking; `pickup` is the buyer's. Empty in older bookings, and after the
-- seller's account is deleted.
alter table bookings add column seller_pickup text not null default '' check (length(seller_pickup) <= 120);
