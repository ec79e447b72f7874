-- The networks from which an account was signed in to last. Sign-ins from there have a limit of their own, so that
-- failed attempts from elsewhere do not lock the owner out. Kept as a keyed digest of e-mail and network.
create table known_networks (
  digest text primary key check (length(digest) = 43),
  account_id uuid not null references accounts on delete cascade,
  seen_at timestamptz not null default now()
);
-- The newest of an account.
create index known_networks_of_account on known_networks (account_id, seen_at desc);
-- Rows that were not seen for long are deleted.
create index known_networks_by_seen on known_networks (seen_at);

-- The list of an account's sessions, newest first.
drop index sessions_of_account;
create index sessions_of_account on sessions (account_id, created_at desc, id desc);
