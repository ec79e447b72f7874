-- Money that goes back: partial refunds, refunds that fail later, chargebacks, and money that a person returned by hand.
alter table payments
  -- Set while the buyer's bank disputes the charge and holds the money.
  add column disputed_at timestamptz,
  -- When the refund job last asked the provider for a refund. Nobody records a refund by hand while that may be under way.
  add column refund_tried_at timestamptz,
  add constraint disputed_is_captured check (disputed_at is null or state in ('succeeded', 'refund_due'));

alter table ledger
  -- The number of the refund or dispute at the provider, or of a transfer that was made by hand. A refund without one was
  -- written before this migration and is the sum of the payment's refunds at that time.
  add column ref text check (length(ref) between 1 and 255),
  drop constraint ledger_kind_check,
  add constraint ledger_kind_check check (kind in ('capture', 'refund', 'refund_failed', 'chargeback', 'chargeback_reversed',
    'by_hand')),
  add constraint ledger_names_return check (ref is not null or kind in ('capture', 'refund')),
  drop constraint ledger_payment_id_kind_key,
  add constraint ledger_once unique nulls not distinct (payment_id, kind, ref);

-- What came in with each payment, and how much of it went back, by whatever way.
create view payment_balances as
  select payment_id,
    coalesce(sum(amount_poisha) filter (where kind = 'capture'), 0)::bigint as captured_poisha,
    coalesce(sum(case when kind in ('refund', 'chargeback', 'by_hand') then amount_poisha
      when kind in ('refund_failed', 'chargeback_reversed') then -amount_poisha end), 0)::bigint as returned_poisha
  from ledger group by payment_id;

create or replace function payment_moves() returns trigger language plpgsql as $$ begin
  if new.intent <> old.intent or new.amount_poisha <> old.amount_poisha or new.booking_id <> old.booking_id then
    raise exception 'the facts of a payment do not change' using errcode = '23514';
  end if;
  -- A late failure never undoes a success. A refund that failed after all makes the money due again.
  if new.state <> old.state and (old.state || '>' || new.state) not in
    ('created>succeeded', 'created>failed', 'created>refund_due', 'failed>succeeded', 'failed>refund_due',
     'created>cancelled', 'failed>cancelled', 'succeeded>refund_due', 'succeeded>refunded', 'refund_due>refunded',
     'refunded>refund_due') then
    raise exception 'a payment does not go from % to %', old.state, new.state using errcode = '23514';
  end if;
  -- How long a refund is due counts from here.
  if new.state <> old.state then new.updated_at := now(); end if;
  return new;
end $$;

-- Payments that an earlier release closed by less than their whole refund are due again.
update payments set state = 'refund_due' from payment_balances as b
  where b.payment_id = payments.id and payments.state = 'refunded' and b.returned_poisha < b.captured_poisha;

-- A payment is refunded only when all of it went back, and its booking is paid no longer. Checked when the transaction
-- commits, after a change of the payment and after a line of its ledger that takes a return back.
create function refunded_is_whole() returns trigger language plpgsql as $$
declare
  changed uuid;
  balance payment_balances;
begin
  if tg_table_name = 'ledger' then changed := new.payment_id; else changed := new.id; end if;
  if (select state from payments where id = changed) <> 'refunded' then return null; end if;
  select * into balance from payment_balances where payment_id = changed;
  if balance is null or balance.returned_poisha < balance.captured_poisha then
    raise exception 'a refunded payment that did not go back whole' using errcode = '23514';
  end if;
  if exists (select from payments p join bookings b on b.id = p.booking_id where p.id = changed and b.state = 'paid'
    and not exists (select from payments s where s.booking_id = b.id and s.state = 'succeeded')) then
    raise exception 'a paid booking whose payment was refunded' using errcode = '23514';
  end if;
  return null;
end $$;
create constraint trigger refunded_is_whole after insert or update of state on payments
  deferrable initially deferred for each row when (new.state = 'refunded') execute function refunded_is_whole();
create constraint trigger return_taken_back after insert on ledger
  deferrable initially deferred for each row when (new.kind in ('refund_failed', 'chargeback_reversed'))
  execute function refunded_is_whole();

-- Nobody returns more by hand than was left at that moment. What the provider did is recorded whatever it was.
create function by_hand_is_left() returns trigger language plpgsql as $$ begin
  if (select sum(case when kind = 'capture' then amount_poisha when kind in ('refund_failed', 'chargeback_reversed')
      then amount_poisha else -amount_poisha end) from ledger where payment_id = new.payment_id and id <= new.id) < 0 then
    raise exception 'more goes back by hand than is left of the payment' using errcode = '23514';
  end if;
  return null;
end $$;
create constraint trigger by_hand_is_left after insert on ledger
  deferrable initially deferred for each row when (new.kind = 'by_hand') execute function by_hand_is_left();

-- The admin's list of payments that need a person, newest first.
create index payments_needing_person on payments (created_at desc, id desc)
  where state = 'refund_due' or disputed_at is not null;

alter table admin_acts
  drop constraint admin_acts_act_check,
  add constraint admin_acts_act_check check (act in ('verify-seller', 'delete-person', 'keep-listing', 'remove-listing',
    'answer-message', 'reopen-message', 'export', 'add-admin', 'remove-admin', 'add-synonyms', 'change-synonyms',
    'remove-synonyms', 'record-refund'));
