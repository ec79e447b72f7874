-- How often something was asked for within a while, for what is limited. Whom it counts is kept as a digest only.
-- Unlogged: a crash of the database may forget the counts of the last minutes, and every attempt is spared a disk write.
create unlogged table limit_counts (
  bucket text primary key check (length(bucket) between 1 and 100),
  count integer not null check (count >= 0),
  resets_at timestamptz not null
);
create index limit_counts_by_end on limit_counts (resets_at);

-- How many things a buyer holds unpaid, and how often their cards were declined of late.
create index holds_of_buyer on bookings (buyer_id) where state = 'held';
create index declines on provider_events (intent, received_at) where type = 'payment_intent.payment_failed';

-- What is kept for a while only is found by its end.
create index sessions_by_end on sessions (expires_at);
create index verifications_by_end on verifications (expires_at);
-- What is watched: holds that stand, payments that are open.
create index holds on bookings (hold_until) where state = 'held';
create index payments_open on payments (created_at) where state in ('created', 'failed');
