-- A dispute is opened before its sale ends. An appeal comes before the money moves, so an ended sale is not disputed again.
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
     'disputed>completed', 'disputed>refunded', 'disputed>partly_refunded', 'completed>refunded',
     'partly_refunded>refunded')
    or (old.state || '>' || new.state = 'held>completed') and new.method is distinct from 'cash' then
    raise exception 'a booking does not go from % to %', old.state, new.state using errcode = '23514';
  end if;
  -- Rows that are restored are inserted, so this holds for acts only.
  if old.state = 'handed_over' and new.state = 'completed' and old.inspect_until > clock_timestamp() then
    raise exception 'a sale is not completed before its inspection ends' using errcode = '23514';
  end if;
  return new;
end $$;
