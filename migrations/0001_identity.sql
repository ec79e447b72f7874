-- Ids are UUID version 7 (RFC 9562): they grow with time, so rows and index pages stay in order. PostgreSQL has this
-- from 18 on; this works from 15 on.
create function uuid_v7() returns uuid language sql volatile parallel safe as $$
  select encode(
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid())
        placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6),
      52, 1), 53, 1),
    'hex')::uuid
$$;

-- Accounts, sessions and credentials belong to the identity provider (better-auth); only its own code writes them.
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
create index sessions_of_account on sessions (account_id);

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

create table signing_keys (
  id uuid primary key default uuid_v7(),
  public_key text not null,
  private_key text not null,
  alg text,
  crv text,
  created_at timestamptz not null default now(),
  expires_at timestamptz
);

-- The people of the store. A person outlives the account: books are kept when an account goes.
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
  -- Erasure leaves nothing of the person behind.
  check (status <> 'erased' or (email like 'erased+%@invalid' and name = 'erased' and account_id is null))
);
create index users_by_role on users (role, created_at desc, id desc) where status = 'active';
