-- The money of a sale that has not ended stays with its booking. It is released at the end, and to the seller of the booking only.
create or replace function ledger_is_balanced() returns trigger language plpgsql as $$
declare
  changed bigint := coalesce(to_jsonb(new) ->> 'transaction_id', to_jsonb(new) ->> 'id');
  booked ledger_transactions;
  sale bookings;
  total record;
begin
  select * into booked from ledger_transactions where id = changed;
  select sum(amount_poisha) as sum, sum(greatest(amount_poisha, 0)) as debits,
    bool_and(ledger_allows(booked.kind, booked.booking_id, account, amount_poisha)) as allowed,
    min(account) filter (where account like 'seller:%') as seller, max(account) filter (where account like 'seller:%') as other_seller
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
  if booked.kind in ('release', 'take_back') then
    select * into sale from bookings where id = booked.booking_id;
    if (total.seller, total.other_seller) is distinct from (null, null)
      and not (total.seller = 'seller:' || sale.seller_id and total.other_seller = total.seller) then
      raise exception 'money of booking % goes to its own seller only', sale.id using errcode = '23514';
    end if;
    if booked.kind = 'release' and sale.state in ('held', 'paid', 'handed_over', 'disputed') then
      raise exception 'booking % is % and its money is not released', sale.id, sale.state using errcode = '23514';
    end if;
  end if;
  return null;
end $$;

create or replace function held_fits_booking() returns trigger language plpgsql as $$
declare
  changed uuid := case tg_table_name when 'ledger_balances' then substr(to_jsonb(new) ->> 'account', 6)
    when 'payments' then to_jsonb(new) ->> 'booking_id' else to_jsonb(new) ->> 'id' end;
  held bigint := (select balance_poisha from ledger_balances where account = 'held:' || changed);
  due bigint := coalesce((select due_poisha from booking_dues where booking_id = changed), 0);
  current_state text := (select state from bookings where id = changed);
begin
  if coalesce(held, 0) < due then
    raise exception 'booking % holds less than is due back', changed using errcode = '23514';
  end if;
  if held > due and current_state in ('completed', 'partly_refunded', 'refunded', 'expired', 'cancelled') then
    raise exception 'booking % has ended and holds money', changed using errcode = '23514';
  end if;
  -- A correction by hand does not move the money of an open sale. A balance changes by many other transactions than payments.
  if tg_table_name = 'ledger_balances' and current_state in ('held', 'paid', 'handed_over', 'disputed')
    and held <> sale_holds(changed) then
    raise exception 'booking % is % and does not hold its money', changed, current_state using errcode = '23514';
  end if;
  return null;
end $$;

-- What a booking holds by its transactions: captured, and neither returned nor released. Corrections do not count.
create function sale_holds(booking uuid) returns bigint language sql stable
return (select coalesce(sum(case
    when kind in ('capture', 'refund_failed', 'chargeback_reversed', 'take_back') then amount_poisha
    when kind in ('refund', 'chargeback', 'by_hand', 'release') then -amount_poisha end), 0)::bigint
  from ledger_transactions where booking_id = booking);

create or replace function booking_moves() returns trigger language plpgsql as $$ begin
  if new.product_id <> old.product_id or new.buyer_id <> old.buyer_id or new.seller_id <> old.seller_id
    or new.price_poisha <> old.price_poisha or new.fee_poisha <> old.fee_poisha then
    raise exception 'the facts of a booking do not change' using errcode = '23514';
  end if;
  if old.method is not null and new.method is distinct from old.method and old.state <> 'held' and old.state <> 'expired' then
    raise exception 'the method of a payment does not change' using errcode = '23514';
  end if;
  if new.state = old.state then return new; end if;
  -- expired > paid is possible only while nobody else has the product: one_live_booking decides.
  if (old.state || '>' || new.state) not in
    ('held>paid', 'held>completed', 'held>expired', 'held>cancelled', 'expired>paid',
     'paid>handed_over', 'paid>disputed', 'paid>refunded', 'handed_over>completed', 'handed_over>disputed', 'handed_over>refunded',
     'disputed>completed', 'disputed>refunded', 'disputed>partly_refunded', 'completed>refunded', 'partly_refunded>refunded',
     'completed>disputed', 'partly_refunded>disputed')
    or (old.state || '>' || new.state = 'held>completed') and new.method is distinct from 'cash' then
    raise exception 'a booking does not go from % to %', old.state, new.state using errcode = '23514';
  end if;
  -- Rows that are restored are inserted, so this holds for acts only.
  if old.state = 'handed_over' and new.state = 'completed' and old.inspect_until > clock_timestamp() then
    raise exception 'a sale is not completed before its inspection ends' using errcode = '23514';
  end if;
  return new;
end $$;
