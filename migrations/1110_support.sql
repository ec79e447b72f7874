-- Messages of the contact form. Anyone may write, so a message belongs to no account.
create table contact_messages (
  id uuid primary key default uuid_v7(),
  name text not null check (length(name) between 1 and 100 and name !~ '[[:cntrl:]]'),
  email text not null check (email = lower(email) and length(email) between 3 and 254 and email !~ '[[:space:][:cntrl:]]'),
  subject text not null
    check (subject in ('account', 'booking-or-payment', 'listing', 'safety', 'press-or-jobs', 'other')),
  message text not null check (length(message) between 1 and 4000),
  -- The id of a failed request, when the sender quotes one.
  request_id text check (request_id ~ '^[[:alnum:]_-]{1,64}$'),
  created_at timestamptz not null default now(),
  answered_at timestamptz,
  answered_by uuid references users on delete restrict,
  check ((answered_at is null) = (answered_by is null))
);
create index open_messages on contact_messages (created_at desc, id desc) where answered_at is null;
create index answered_messages on contact_messages (answered_at desc, id desc) where answered_at is not null;
create index messages_by_email on contact_messages (email);
-- Messages are deleted after a year.
create index messages_by_age on contact_messages (created_at);
