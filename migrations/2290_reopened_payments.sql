-- A return that somebody else made up ends an open payment here. Its buyer may still agree to it at the provider.
create or replace function payment_moves() returns trigger language plpgsql as $$ begin
  if new.intent <> old.intent or new.provider <> old.provider or new.amount_poisha <> old.amount_poisha
    or new.booking_id <> old.booking_id or new.return_poisha < old.return_poisha then
    raise exception 'the facts of a payment do not change' using errcode = '23514';
  end if;
  -- A late failure never undoes a success. A refund that failed after all makes the money due again. A payment whose page the
  -- buyer left may still arrive, and is opened again when its buyer agrees to it.
  if new.state <> old.state and (old.state || '>' || new.state) not in
    ('created>succeeded', 'created>failed', 'created>refund_due', 'created>review', 'failed>succeeded', 'failed>refund_due',
     'failed>review', 'created>cancelled', 'failed>cancelled', 'cancelled>created', 'cancelled>succeeded', 'cancelled>refund_due',
     'cancelled>review',
     'review>succeeded', 'review>refund_due', 'review>refunded', 'succeeded>refund_due', 'succeeded>refunded',
     'refund_due>refunded', 'refunded>refund_due') then
    raise exception 'a payment does not go from % to %', old.state, new.state using errcode = '23514';
  end if;
  -- How long a refund is due counts from here.
  if new.state <> old.state or new.part_due_poisha > old.part_due_poisha then new.updated_at := now(); end if;
  return new;
end $$;

-- Opens an ended payment again, for its money to be taken now, while its booking can be paid and has no other payment that is
-- open, under review or a sale.
create function reopen_payment(of_provider text, number text) returns boolean language plpgsql as $$
declare booking uuid;
begin
  select p.booking_id into booking from payments p where p.provider = of_provider and p.intent = number for update;
  -- Requests for one booking run one after the other from here, as in begin_payment.
  perform from products where id = (select b.product_id from bookings b where b.id = booking) for update;
  update payments p set state = 'created', confirming_at = now()
    where p.provider = of_provider and p.intent = number and p.state = 'cancelled'
      and exists (select from bookings b where b.id = booking and b.state = 'held' and b.hold_until > now())
      and not exists (select from payments o where o.booking_id = booking and o.id <> p.id
        and o.state in ('created', 'failed', 'review', 'succeeded'));
  return found;
end $$;
