-- Money at a provider that names a booking which the store does not have. An admin is told once.
create table unknown_captures (
  provider text not null check (provider ~ '^[a-z]{1,32}$'),
  intent text not null check (length(intent) between 1 and 255),
  amount_poisha bigint not null check (amount_poisha > 0),
  seen_at timestamptz not null default now(),
  primary key (provider, intent)
);
create index unknown_captures_by_time on unknown_captures (seen_at);
