-- Answers that were given once and are given again when a call is repeated with its Idempotency-Key.
create table idempotency_keys (
  owner_id uuid not null,
  key text not null check (length(key) between 1 and 255),
  -- What was asked with it: the call and a digest of its body. The same key with anything else is refused.
  fingerprint text not null,
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (owner_id, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);
