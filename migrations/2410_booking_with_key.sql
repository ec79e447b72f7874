-- Claims an idempotency key, books a product and stores the answer for the key. One statement replaces four. It does nothing
-- and returns nothing when the key was used before, or the booking is refused.
create function make_booking_once(key_owner uuid, new_key text, digest text, reply jsonb, wanted uuid, booker uuid, currency text,
  phone text, pickup text, hold interval, most_holds int, new_id uuid, fee_percent numeric, out seller uuid) language plpgsql
-- One generic plan for each connection: planning for each buyer takes longer than the booking.
set plan_cache_mode = force_generic_plan as $$
begin
  -- Most refusals end here, before a row is written.
  perform from products p where p.id = wanted and p.status = 'unsold' and (p.held_until is null or p.held_until <= now());
  if not found then return; end if;
  insert into idempotency_keys (owner_id, key, fingerprint, answer) values (key_owner, new_key, digest, reply)
    on conflict (owner_id, key) do nothing;
  if not found then return; end if;
  seller := (make_booking(wanted, booker, currency, phone, pickup, hold, most_holds, new_id, fee_percent)).seller;
  -- A refusal deletes the key's row.
  if seller is null then raise no_data_found; end if;
exception when no_data_found then
  seller := null;
end $$;
