-- Payment providers beside cards (docs/decisions/0047-payment-providers.md).
alter table bookings drop constraint bookings_method_check,
  add constraint bookings_method_check check (method in ('card', 'bkash', 'sslcommerz', 'cash'));
alter table booking_steps drop constraint booking_steps_step_check,
  add constraint booking_steps_step_check check (step in ('cash_chosen', 'card_chosen', 'bkash_chosen', 'sslcommerz_chosen',
    'wrong_code', 'claimed', 'objected', 'handed_over', 'received', 'called_off', 'completed', 'refunded', 'partly_refunded',
    'no_show', 'contradicted', 'disputed', 'answered', 'replied', 'decided', 'appealed', 'return_due', 'returned'));

alter table payments
  drop constraint payments_intent_key,
  drop constraint payments_intent_check,
  drop constraint payments_state_check,
  drop constraint disputed_is_captured,
  add column provider text not null default 'stripe' check (provider ~ '^[a-z]{1,32}$'),
  -- The provider's page for this payment. It lets its reader pay, and nothing else.
  add column redirect_url text check (redirect_url ~ '^https?://' and length(redirect_url) <= 2000),
  -- Why the payment needs an admin. It stays after the decision.
  add column review text check (review in ('risk', 'amount', 'currency', 'reference')),
  -- Why the admin decided as they did.
  add column review_note text check (length(review_note) between 1 and 300),
  -- When the store last asked the provider to take the money. Until the outcome is known, no other payment begins.
  add column confirming_at timestamptz,
  -- The number of a payment at its provider.
  add constraint payments_intent_check check (intent ~ '^[A-Za-z0-9_-]{6,255}$'),
  add constraint payments_state_check check (state in ('created', 'failed', 'cancelled', 'review', 'succeeded', 'refund_due', 'refunded')),
  add constraint review_has_reason check (state <> 'review' or review is not null),
  add constraint disputed_is_captured check (disputed_at is null or state in ('review', 'succeeded', 'refund_due'));
create unique index payment_at_provider on payments (provider, intent);
-- Two tabs get the same payment of a provider.
drop index one_open_intent;
create unique index one_open_payment on payments (booking_id, provider) where state in ('created', 'failed');
-- A page that the buyer left may be paid late.
create index payments_left on payments (created_at) where state = 'cancelled' and redirect_url is not null;
drop index payments_needing_person;
create index payments_needing_person on payments (created_at desc, id desc)
  where state in ('refund_due', 'review') or disputed_at is not null or part_due_poisha > 0;

alter table admin_acts drop constraint admin_acts_act_check, add constraint admin_acts_act_check
  check (act in ('verify-seller', 'delete-person', 'keep-listing', 'remove-listing', 'answer-message', 'reopen-message', 'export',
    'add-admin', 'remove-admin', 'add-synonyms', 'change-synonyms', 'remove-synonyms', 'record-refund', 'start-selling',
    'start-buying', 'send-payout', 'confirm-payout', 'fail-payout', 'decide-dispute',
    'release-payment', 'refund-payment'));

create or replace function payment_moves() returns trigger language plpgsql as $$ begin
  if new.intent <> old.intent or new.provider <> old.provider or new.amount_poisha <> old.amount_poisha
    or new.booking_id <> old.booking_id or new.return_poisha < old.return_poisha then
    raise exception 'the facts of a payment do not change' using errcode = '23514';
  end if;
  -- A late failure never undoes a success. A refund that failed after all makes the money due again. A payment whose page the
  -- buyer left may still arrive.
  if new.state <> old.state and (old.state || '>' || new.state) not in
    ('created>succeeded', 'created>failed', 'created>refund_due', 'created>review', 'failed>succeeded', 'failed>refund_due',
     'failed>review', 'created>cancelled', 'failed>cancelled', 'cancelled>succeeded', 'cancelled>refund_due', 'cancelled>review',
     'review>succeeded', 'review>refund_due', 'review>refunded', 'succeeded>refund_due', 'succeeded>refunded',
     'refund_due>refunded', 'refunded>refund_due') then
    raise exception 'a payment does not go from % to %', old.state, new.state using errcode = '23514';
  end if;
  -- How long a refund is due counts from here.
  if new.state <> old.state or new.part_due_poisha > old.part_due_poisha then new.updated_at := now(); end if;
  return new;
end $$;

-- A payment under review is the buyer's until the decision.
create or replace view booking_dues as
  select booking_id, sum(case when state in ('refund_due', 'review') then greatest(0,
      (select captured_poisha - returned_poisha from payment_balances where payment_id = payments.id)) else part_due_poisha end)::bigint as due_poisha
  from payments where state in ('refund_due', 'review') or part_due_poisha > 0 group by booking_id;

-- Requests for refunds at providers that tell the state of a refund by its number only.
create table refund_requests (
  -- Sent with the request: the provider makes one refund of it.
  key text primary key check (key ~ '^[A-Za-z0-9]{8,30}$'),
  payment_id uuid not null references payments on delete restrict,
  amount_poisha bigint not null check (amount_poisha > 0),
  -- The provider's number; null until it answers.
  ref text unique check (length(ref) between 1 and 255),
  -- The provider refused and returned nothing.
  refused boolean not null default false,
  at timestamptz not null default now(),
  check (ref is null or not refused)
);
create index refund_requests_of_payment on refund_requests (payment_id, at);
-- One request at a time may be without an answer.
create unique index one_unanswered_refund on refund_requests (payment_id) where ref is null and not refused;
