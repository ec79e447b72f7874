-- What left the store keeps no phone number and no pick-up point.
alter table products
  drop constraint products_phone_check,
  drop constraint products_location_check,
  add constraint products_phone_check check (phone ~ '^01[3-9][0-9]{8}$' or (phone = '' and status <> 'unsold')),
  add constraint products_location_check
    check (length(location) between 1 and 120 or (location = '' and status <> 'unsold'));

-- The words of a name and an e-mail, to search people by the beginnings of any of them. Needs no extension.
create function words_of_person(name text, email text) returns tsvector language sql immutable parallel safe
  return array_to_tsvector(array_remove(regexp_split_to_array(lower(name || ' ' || email), '\s+'), ''));
create index users_by_words on users using gin (words_of_person(name, email)) where status = 'active';

-- What is reported of a product until somebody decides on it. Reports after that make a new case.
create table report_cases (
  id uuid primary key default uuid_v7(),
  product_id uuid not null references products on delete restrict,
  opened_at timestamptz not null default now(),
  decision text check (decision in ('keep', 'remove')),
  decided_at timestamptz,
  decided_by uuid references users on delete restrict,
  check ((decision is null) = (decided_at is null)),
  check ((decision is null) = (decided_by is null)),
  unique (id, product_id)
);
create unique index one_open_case on report_cases (product_id) where decided_at is null;
create index open_cases on report_cases (opened_at desc, id desc) where decided_at is null;
create index decided_cases on report_cases (decided_at desc, id desc) where decided_at is not null;

create table reports (
  id uuid primary key default uuid_v7(),
  case_id uuid not null,
  product_id uuid not null,
  reporter_id uuid not null references users on delete restrict,
  reason text not null check (length(reason) between 10 and 500),
  created_at timestamptz not null default now(),
  foreign key (case_id, product_id) references report_cases (id, product_id) on delete restrict,
  unique (product_id, reporter_id)
);
create index reports_of_case on reports (case_id, created_at desc, id desc);
create index reports_of_reporter on reports (reporter_id, created_at desc, id desc);
