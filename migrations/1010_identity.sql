-- Accounts, sessions, credentials, verifications and signing keys belong to the identity provider (better-auth). Only its own
-- code writes them.
create table accounts (
  id uuid primary key default uuid_v7(),
  name text not null,
  email text not null unique check (email = lower(email)),
  email_verified boolean not null default false,
  image text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table sessions (
  id uuid primary key default uuid_v7(),
  account_id uuid not null references accounts on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index sessions_of_account on sessions (account_id, created_at desc, id desc);
create index sessions_by_end on sessions (expires_at);

create table credentials (
  id uuid primary key default uuid_v7(),
  account_id uuid not null references accounts on delete cascade,
  -- The account's id at the provider, and the provider: `credential` for a password, `google`, …
  provider_account_id text not null,
  provider_id text not null,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider_id, provider_account_id)
);
create index credentials_of_account on credentials (account_id);

create table verifications (
  id uuid primary key default uuid_v7(),
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verifications_by_identifier on verifications (identifier);
create index verifications_by_end on verifications (expires_at);
-- Open links are deleted with their account.
create index verifications_by_value on verifications (value);

create table signing_keys (
  id uuid primary key default uuid_v7(),
  public_key text not null,
  private_key text not null,
  alg text,
  crv text,
  created_at timestamptz not null default now(),
  expires_at timestamptz
);

-- The networks of an account's last sign-ins. Sign-ins from there have a limit of their own, so that failed attempts from
-- elsewhere do not lock the owner out. The digest is keyed, of e-mail and network.
create table known_networks (
  digest text primary key check (length(digest) = 43),
  account_id uuid not null references accounts on delete cascade,
  seen_at timestamptz not null default now()
);
create index known_networks_of_account on known_networks (account_id, seen_at desc);
create index known_networks_by_seen on known_networks (seen_at);

-- Buyers, sellers and admins. A user outlives the account: bookings and payments are kept after an erasure.
create table users (
  id uuid primary key default uuid_v7(),
  account_id uuid unique references accounts on delete set null,
  email text not null unique check (email = lower(email) and length(email) between 3 and 254),
  name text not null check (length(name) between 1 and 100),
  role text not null check (role in ('buyer', 'seller', 'admin')),
  status text not null default 'active' check (status in ('active', 'erased')),
  verified_at timestamptz,
  erased_at timestamptz,
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  check (verified_at is null or role = 'seller'),
  check ((status = 'erased') = (erased_at is not null)),
  -- An erased user has no personal data.
  check (status <> 'erased' or (email like 'erased+%@invalid' and name = 'erased' and account_id is null))
);
create index users_by_role on users (role, created_at desc, id desc) where status = 'active';

-- The words of a name and an e-mail, to search users by the beginning of any of them.
create function words_of_person(name text, email text) returns tsvector language sql immutable parallel safe
  return array_to_tsvector(array_remove(regexp_split_to_array(lower(name || ' ' || email), '\s+'), ''));
create index users_by_words on users using gin (words_of_person(name, email)) where status = 'active';
