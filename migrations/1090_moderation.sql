-- The reports of a product until an admin decides on them. Later reports open a new case.
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
create index report_cases_of_product on report_cases (product_id);

create table reports (
  id uuid primary key default uuid_v7(),
  case_id uuid not null,
  product_id uuid not null,
  reporter_id uuid not null references users on delete restrict,
  -- Empty after the reporter was erased.
  reason text not null check (length(reason) between 10 and 500 or reason = ''),
  created_at timestamptz not null default now(),
  foreign key (case_id, product_id) references report_cases (id, product_id) on delete restrict,
  unique (product_id, reporter_id)
);
create index reports_of_case on reports (case_id, created_at desc, id desc);
create index reports_of_reporter on reports (reporter_id, created_at desc, id desc);

-- A view for the catalogue: products that are booked, saved or reported, and so are never deleted.
create view products_on_record as
  select product_id from bookings
  union all select product_id from wishes
  union all select product_id from report_cases;
