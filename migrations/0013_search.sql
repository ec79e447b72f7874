-- Words and short phrases that mean the same to a search.
create table search_synonyms (
  id uuid primary key default uuid_v7(),
  words text[] not null check (cardinality(words) between 2 and 20),
  created_at timestamptz not null default now()
);
create index search_synonyms_by_time on search_synonyms (created_at desc, id desc);

alter table admin_acts
  drop constraint admin_acts_act_check,
  add constraint admin_acts_act_check check (act in ('verify-seller', 'delete-person', 'keep-listing', 'remove-listing',
    'answer-message', 'reopen-message', 'export', 'add-admin', 'remove-admin', 'add-synonyms', 'change-synonyms',
    'remove-synonyms'));
