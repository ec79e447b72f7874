-- Double entry (docs/decisions/0044-double-entry.md). A transaction moves an amount between accounts: positive lines are debits,
-- negative ones credits. The accounts are
--   provider:<name>  money with a card provider
--   bank             money with the store itself: returned by hand, paid out to sellers
--   held:<booking>   owed to buyer or seller of a booking
--   seller:<user>    owed to a seller
--   payouts:<id>     on its way to a seller
--   fees             earned by the store
--   losses           money that the store returned and could not take back from a seller
create table ledger_transactions (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('capture', 'refund', 'refund_failed', 'chargeback', 'chargeback_reversed', 'by_hand',
    'release', 'take_back', 'payout', 'payout_failed', 'payout_paid', 'correction')),
  booking_id uuid references bookings on delete restrict,
  payment_id uuid references payments on delete restrict,
  -- The number of the refund or dispute at the provider, of a transfer made by hand, or of a payout. A refund without one was
  -- written by an early release and is the sum of the payment's refunds at that time.
  ref text check (length(ref) between 1 and 255),
  -- The sum of its debits.
  amount_poisha bigint not null check (amount_poisha > 0),
  at timestamptz not null default now(),
  constraint ledger_names_cause check (ref is not null or kind in ('capture', 'refund', 'release')),
  constraint ledger_of_payment check ((payment_id is not null) =
    (kind in ('capture', 'refund', 'refund_failed', 'chargeback', 'chargeback_reversed', 'by_hand'))),
  constraint ledger_of_booking check (case when kind like 'payout%' then booking_id is null
    else booking_id is not null or kind = 'correction' end),
  -- Nothing is booked twice.
  constraint ledger_cause_once unique nulls not distinct (booking_id, payment_id, kind, ref)
);
create index ledger_of_payment on ledger_transactions (payment_id, id) where payment_id is not null;

create table ledger_lines (
  transaction_id bigint not null references ledger_transactions on delete restrict,
  account text not null check (account ~ '^((held|seller):[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|payouts:[0-9A-Za-z-]{1,64}|provider:[a-z]{1,32}|bank|fees|losses)$'),
  amount_poisha bigint not null check (amount_poisha <> 0),
  primary key (transaction_id, account)
);
create index ledger_lines_of_account on ledger_lines (account, transaction_id);

-- What the store owes on the accounts that must not fall below zero. A trigger keeps it.
create table ledger_balances (
  account text primary key,
  balance_poisha bigint not null
);

-- The lines of the table before, with their ids.
insert into ledger_transactions (id, kind, booking_id, payment_id, ref, amount_poisha, at) overriding system value
  select l.id, l.kind, p.booking_id, l.payment_id, l.ref, l.amount_poisha, l.at
  from ledger l join payments p on p.id = l.payment_id order by l.id;
select setval(pg_get_serial_sequence('ledger_transactions', 'id'), (select max(id) from ledger_transactions))
  where exists (select from ledger_transactions);
insert into ledger_lines (transaction_id, account, amount_poisha)
  select t.id, line.account, line.amount from ledger_transactions t
  cross join lateral (select case when t.kind in ('refund', 'chargeback', 'by_hand') then t.amount_poisha else -t.amount_poisha end) as one (debit)
  cross join lateral (values ('held:' || t.booking_id, one.debit),
    (case t.kind when 'by_hand' then 'bank' else 'provider:stripe' end, -one.debit)) as line (account, amount);

drop view payment_balances;
drop table ledger;

-- The captured and the returned amount of each payment.
create view payment_balances as
  select payment_id,
    coalesce(sum(amount_poisha) filter (where kind = 'capture'), 0)::bigint as captured_poisha,
    coalesce(sum(case when kind in ('refund', 'chargeback', 'by_hand') then amount_poisha
      when kind in ('refund_failed', 'chargeback_reversed') then -amount_poisha end), 0)::bigint as returned_poisha
  from ledger_transactions where payment_id is not null group by payment_id;

alter table payments
  -- A part of a sale that goes back in total, by decision of the store or of both sides. It only grows.
  add column return_poisha bigint not null default 0,
  -- The rest of that part: due back while the payment itself stands.
  add column part_due_poisha bigint not null default 0,
  add constraint return_fits check (return_poisha between 0 and amount_poisha - 1),
  add constraint part_due_fits check (part_due_poisha between 0 and return_poisha and (part_due_poisha = 0 or state = 'succeeded'));
create index part_refunds_due on payments (updated_at) where part_due_poisha > 0;
drop index payments_needing_person;
create index payments_needing_person on payments (created_at desc, id desc)
  where state = 'refund_due' or disputed_at is not null or part_due_poisha > 0;

-- A view for the ledger: the amount of each booking that is due back to its buyer.
create view booking_dues as
  select booking_id, sum(case state when 'refund_due' then greatest(0,
      (select captured_poisha - returned_poisha from payment_balances where payment_id = payments.id)) else part_due_poisha end)::bigint as due_poisha
  from payments where state = 'refund_due' or part_due_poisha > 0 group by booking_id;

-- Bookings that were completed before are released to their sellers without a fee. A bank took more than was captured: a loss.
with gaps as (
  select b.id, b.seller_id, b.paid_at, b.state in ('completed', 'partly_refunded') as is_sale,
    coalesce((select -sum(l.amount_poisha) from ledger_lines l where l.account = 'held:' || b.id), 0)
      - coalesce((select due_poisha from booking_dues where booking_id = b.id), 0) as excess
  from bookings b where exists (select from ledger_transactions t where t.booking_id = b.id)
), added as (
  insert into ledger_transactions (kind, booking_id, ref, amount_poisha, at)
    select case when excess < 0 then 'take_back' else 'release' end, id, case when excess < 0 then 'upgrade' end, abs(excess),
      coalesce(paid_at, now())
    from gaps where excess < 0 or (excess > 0 and is_sale)
    returning id, kind, booking_id, amount_poisha
)
insert into ledger_lines (transaction_id, account, amount_poisha)
  select added.id, line.account, line.amount from added join gaps on gaps.id = added.booking_id
  cross join lateral (values ('held:' || gaps.id, gaps.excess),
    (case when added.kind = 'release' then 'seller:' || gaps.seller_id else 'losses' end, -gaps.excess)) as line (account, amount);

insert into ledger_balances (account, balance_poisha)
  select account, -sum(amount_poisha) from ledger_lines where account ~ '^(held|seller|payouts):' group by account;

create trigger ledger_append_only before update or delete on ledger_transactions for each row execute function append_only();
create trigger ledger_stays before truncate on ledger_transactions for each statement execute function append_only();
create trigger lines_append_only before update or delete on ledger_lines for each row execute function append_only();
create trigger lines_stay before truncate on ledger_lines for each statement execute function append_only();

-- Which accounts a kind of transaction moves. A correction by hand moves any.
create function ledger_allows(kind text, booking uuid, account text, amount bigint) returns boolean language sql immutable parallel safe
return kind = 'correction' or (account not like 'held:%' or account = 'held:' || booking) and
  kind || case when amount > 0 then ' to ' else ' from ' end || split_part(account, ':', 1) in (
    'capture to provider', 'capture from held', 'refund to held', 'refund from provider',
    'refund_failed to provider', 'refund_failed from held', 'chargeback to held', 'chargeback from provider',
    'chargeback_reversed to provider', 'chargeback_reversed from held', 'by_hand to held', 'by_hand from bank',
    'release to held', 'release from seller', 'release from fees', 'release from losses',
    'take_back from held', 'take_back to seller', 'take_back to fees', 'take_back to losses',
    'payout to seller', 'payout from payouts', 'payout_failed to payouts', 'payout_failed from seller',
    'payout_paid to payouts', 'payout_paid from bank', 'payout_paid from provider');

-- The lines of a transaction sum to zero, its debits to its amount. Lines that are added later break that.
create function ledger_is_balanced() returns trigger language plpgsql as $$
declare
  changed bigint := coalesce(to_jsonb(new) ->> 'transaction_id', to_jsonb(new) ->> 'id');
  booked ledger_transactions;
  total record;
begin
  select * into booked from ledger_transactions where id = changed;
  select sum(amount_poisha) as sum, sum(greatest(amount_poisha, 0)) as debits,
    bool_and(ledger_allows(booked.kind, booked.booking_id, account, amount_poisha)) as allowed
    into total from ledger_lines where transaction_id = changed;
  if total.sum is distinct from 0 or total.debits <> booked.amount_poisha then
    raise exception 'the lines of a ledger transaction do not balance' using errcode = '23514';
  end if;
  if not total.allowed then
    raise exception 'a % does not move these accounts', booked.kind using errcode = '23514';
  end if;
  if booked.payment_id is not null and booked.booking_id <> (select booking_id from payments where id = booked.payment_id) then
    raise exception 'a payment is booked for its own booking' using errcode = '23514';
  end if;
  return null;
end $$;
create constraint trigger transaction_is_balanced after insert on ledger_transactions
  deferrable initially deferred for each row execute function ledger_is_balanced();
create constraint trigger line_is_balanced after insert on ledger_lines
  deferrable initially deferred for each row execute function ledger_is_balanced();

create function ledger_moves_balance() returns trigger language plpgsql as $$ begin
  insert into ledger_balances (account, balance_poisha) values (new.account, -new.amount_poisha)
    on conflict (account) do update set balance_poisha = ledger_balances.balance_poisha + excluded.balance_poisha;
  return null;
end $$;
create trigger line_moves_balance after insert on ledger_lines for each row
  when (new.account ~ '^(held|seller|payouts):') execute function ledger_moves_balance();

-- A balance changes by lines only: within their trigger this one runs one level deeper.
create function balance_follows_lines() returns trigger language plpgsql as $$ begin
  if pg_trigger_depth() < 2 then
    raise exception 'a balance follows from the lines of the ledger' using errcode = '23514';
  end if;
  return coalesce(new, old);
end $$;
create trigger balance_follows_lines before insert or update or delete on ledger_balances
  for each row execute function balance_follows_lines();
create trigger balances_stay before truncate on ledger_balances for each statement execute function append_only();

-- Checked when the transaction commits, by the balance at that time.
create function balance_is_not_negative() returns trigger language plpgsql as $$ begin
  if (select balance_poisha from ledger_balances where account = new.account) < 0 then
    raise exception 'the account % falls below zero', new.account using errcode = '23514';
  end if;
  return null;
end $$;
create constraint trigger balance_is_not_negative after insert or update on ledger_balances
  deferrable initially deferred for each row when (new.balance_poisha < 0) execute function balance_is_not_negative();

-- The store holds what is due back to the buyer of a booking, and no more than that once the booking has ended. Checked when the
-- transaction commits, after a change of the balance, of the booking and of a payment.
create function held_fits_booking() returns trigger language plpgsql as $$
declare
  changed uuid := case tg_table_name when 'ledger_balances' then substr(to_jsonb(new) ->> 'account', 6)
    when 'payments' then to_jsonb(new) ->> 'booking_id' else to_jsonb(new) ->> 'id' end;
  held bigint := (select balance_poisha from ledger_balances where account = 'held:' || changed);
  due bigint := coalesce((select due_poisha from booking_dues where booking_id = changed), 0);
begin
  if coalesce(held, 0) < due then
    raise exception 'booking % holds less than is due back', changed using errcode = '23514';
  end if;
  if held > due and (select state from bookings where id = changed) in ('completed', 'partly_refunded', 'refunded', 'expired', 'cancelled') then
    raise exception 'booking % has ended and holds money', changed using errcode = '23514';
  end if;
  return null;
end $$;
create constraint trigger held_fits_booking after insert or update on ledger_balances
  deferrable initially deferred for each row when (new.account like 'held:%') execute function held_fits_booking();
create constraint trigger held_fits_booking after update of state on bookings
  deferrable initially deferred for each row
  when (old.state <> new.state and new.state in ('completed', 'partly_refunded', 'refunded', 'expired', 'cancelled'))
  execute function held_fits_booking();
create constraint trigger held_fits_booking after update on payments
  deferrable initially deferred for each row
  when (old.state <> new.state or old.part_due_poisha <> new.part_due_poisha) execute function held_fits_booking();

-- A part that is due back is what is missing of it. Checked when the transaction commits.
create function part_due_is_missing() returns trigger language plpgsql as $$
declare
  changed uuid := coalesce(to_jsonb(new) ->> 'payment_id', to_jsonb(new) ->> 'id');
begin
  if exists (select from payments p where p.id = changed and p.state = 'succeeded' and p.return_poisha > 0
    and p.part_due_poisha <> greatest(0, p.return_poisha - (select returned_poisha from payment_balances where payment_id = p.id))) then
    raise exception 'the part of a payment that is due back does not fit its returns' using errcode = '23514';
  end if;
  return null;
end $$;
create constraint trigger part_due_is_missing after insert on ledger_transactions
  deferrable initially deferred for each row when (new.payment_id is not null) execute function part_due_is_missing();
create constraint trigger part_due_is_missing after update on payments
  deferrable initially deferred for each row
  when (old.return_poisha <> new.return_poisha or old.part_due_poisha <> new.part_due_poisha or old.state <> new.state)
  execute function part_due_is_missing();

create or replace function payment_moves() returns trigger language plpgsql as $$ begin
  if new.intent <> old.intent or new.amount_poisha <> old.amount_poisha or new.booking_id <> old.booking_id
    or new.return_poisha < old.return_poisha then
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
  if new.state <> old.state or new.part_due_poisha > old.part_due_poisha then new.updated_at := now(); end if;
  return new;
end $$;

-- A refunded payment was returned in full, and its booking is no longer paid. Checked when the transaction commits, after a
-- change of the payment and after a ledger entry that reverses a return.
create or replace function refunded_is_whole() returns trigger language plpgsql as $$
declare
  changed uuid := coalesce(to_jsonb(new) ->> 'payment_id', to_jsonb(new) ->> 'id');
  balance payment_balances;
begin
  if (select state from payments where id = changed) <> 'refunded' then return null; end if;
  select * into balance from payment_balances where payment_id = changed;
  if balance is null or balance.returned_poisha < balance.captured_poisha then
    raise exception 'a refunded payment that did not go back whole' using errcode = '23514';
  end if;
  if exists (select from payments p join bookings b on b.id = p.booking_id where p.id = changed
    and b.state in ('paid', 'handed_over', 'disputed', 'completed', 'partly_refunded')
    and b.method is distinct from 'cash'
    and not exists (select from payments s where s.booking_id = b.id and s.state = 'succeeded')) then
    raise exception 'a paid booking whose payment was refunded' using errcode = '23514';
  end if;
  return null;
end $$;
create constraint trigger return_taken_back after insert on ledger_transactions
  deferrable initially deferred for each row when (new.kind in ('refund_failed', 'chargeback_reversed'))
  execute function refunded_is_whole();

-- A return by hand is at most the rest of the payment. Returns by the provider are recorded in any case.
create or replace function by_hand_is_left() returns trigger language plpgsql as $$ begin
  if (select sum(case when kind = 'capture' then amount_poisha when kind in ('refund_failed', 'chargeback_reversed')
      then amount_poisha else -amount_poisha end) from ledger_transactions where payment_id = new.payment_id and id <= new.id) < 0 then
    raise exception 'more goes back by hand than is left of the payment' using errcode = '23514';
  end if;
  return null;
end $$;
create constraint trigger by_hand_is_left after insert on ledger_transactions
  deferrable initially deferred for each row when (new.kind = 'by_hand') execute function by_hand_is_left();
