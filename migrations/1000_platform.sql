-- Returns a UUID version 7 (RFC 9562): ids grow with time, so rows and index pages stay in order. PostgreSQL has such a
-- function from 18 on; this one works from 15 on.
create function uuid_v7() returns uuid language sql volatile parallel safe as $$
  select encode(
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid())
        placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6),
      52, 1), 53, 1),
    'hex')::uuid
$$;

-- For the triggers of tables whose rows are never changed or deleted.
create function append_only() returns trigger language plpgsql as $$ begin
  raise exception '% is append-only', tg_table_name using errcode = '23514';
end $$;

-- Stored answers. A call that is repeated with its Idempotency-Key gets the answer of the first call.
create table idempotency_keys (
  owner_id uuid not null,
  key text not null check (length(key) between 1 and 255),
  -- The call and a digest of its body. The same key with another fingerprint is refused.
  fingerprint text not null,
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (owner_id, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

-- Counters of the rate limits. A bucket names its subject by a digest only. Unlogged: a crash of the database may lose the
-- counts of the last minutes, and no attempt costs a disk write.
create unlogged table limit_counts (
  bucket text primary key check (length(bucket) between 1 and 100),
  count integer not null check (count >= 0),
  resets_at timestamptz not null
);
create index limit_counts_by_end on limit_counts (resets_at);
