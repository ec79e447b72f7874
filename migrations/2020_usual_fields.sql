-- What the forms begin with, and the language of e-mails. Empty: the person has not said it.
alter table users
  add column phone text not null default '' check (phone ~ '^(01[3-9][0-9]{8})?$'),
  add column pickup text not null default '' check (length(pickup) <= 120),
  add column language text check (language in ('en', 'bn')),
  add constraint users_erased_usual_check
    check (status <> 'erased' or (phone = '' and pickup = '' and language is null));

-- A new e-mail waits for its link, one for each account. Until then the old one counts.
create table email_changes (
  account_id uuid primary key references accounts on delete cascade,
  new_email text not null check (new_email = lower(new_email) and length(new_email) between 3 and 254),
  -- SHA-256 of the link's token, in base64url.
  digest text not null unique check (length(digest) = 43),
  expires_at timestamptz not null
);
create index email_changes_by_end on email_changes (expires_at);
