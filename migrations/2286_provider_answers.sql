-- Distinct answers of a provider about a payment: listed fields of money and state, nothing of a person. Kept for 30 days.
create table provider_answers (
  payment_id uuid not null references payments on delete restrict,
  answer jsonb not null check (jsonb_typeof(answer) = 'object'),
  digest text not null generated always as (md5(answer::text)) stored,
  kept_at timestamptz not null default now(),
  primary key (payment_id, digest)
);
create index provider_answers_by_time on provider_answers (kept_at);
