-- Audit entries, written in the transaction of the admin's change. They hold ids only, so an entry outlives the names.
create table admin_acts (
  id uuid primary key default uuid_v7(),
  at timestamptz not null default now(),
  -- The admin and the request; both are null for a command of the server.
  admin_id uuid references users on delete restrict,
  request_id text check (request_id ~ '^[[:alnum:]_-]{1,64}$'),
  act text not null check (act in ('verify-seller', 'delete-person', 'keep-listing', 'remove-listing', 'answer-message',
    'reopen-message', 'export', 'add-admin', 'remove-admin', 'add-synonyms', 'change-synonyms', 'remove-synonyms',
    'record-refund')),
  -- The user, product, message, group of synonyms or payment.
  target_id uuid,
  -- The exported list.
  list text check (list in ('buyers', 'sellers', 'orders')),
  check ((admin_id is null) = (request_id is null)),
  -- After a restore, a command records refunds made by hand; no admin is signed in then.
  check (case when admin_id is null then act in ('add-admin', 'remove-admin', 'record-refund')
    else act not in ('add-admin', 'remove-admin') end),
  check ((list is not null) = (act = 'export')),
  check ((target_id is null) = (act = 'export'))
);
create index admin_acts_by_time on admin_acts (at desc, id desc);
create index admin_acts_of_admin on admin_acts (admin_id);

create trigger admin_acts_append_only before update or delete on admin_acts for each row execute function append_only();
create trigger admin_acts_stay before truncate on admin_acts for each statement execute function append_only();
