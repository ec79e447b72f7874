-- The provider has no question by the store's number. So a transfer without an answer fails by an admin's statement only that the
-- provider's list does not have it, never by time alone.
alter table payouts
  add column unsent_by uuid references users on delete restrict,
  add column unsent_reason text check (length(unsent_reason) between 1 and 200),
  add constraint unsent_has_reason check ((unsent_by is null) = (unsent_reason is null)),
  add constraint unsent_is_transfer check (unsent_by is null or transfer_at is not null),
  add constraint nobody_states_for_themselves check (unsent_by <> seller_id);

create or replace function payout_moves() returns trigger language plpgsql as $$ begin
  if (new.id, new.number, new.seller_id, new.amount_poisha, new.kind, new.requested_at)
    is distinct from (old.id, old.number, old.seller_id, old.amount_poisha, old.kind, old.requested_at) then
    raise exception 'the facts of a payout do not change' using errcode = '23514';
  end if;
  if new.account is not null and new.account is distinct from old.account then
    raise exception 'a payout goes to the account of its request' using errcode = '23514';
  end if;
  if new.state = 'sent' and old.transfer_at < new.transfer_at then
    raise exception 'a transfer begins once' using errcode = '23514';
  end if;
  if old.unsent_by is not null and (new.unsent_by, new.unsent_reason) is distinct from (old.unsent_by, old.unsent_reason) then
    raise exception 'a statement about a transfer stays' using errcode = '23514';
  end if;
  if new.state = old.state then return new; end if;
  if (old.state || '>' || new.state) not in ('due>sent', 'due>failed', 'sent>paid', 'sent>failed') then
    raise exception 'a payout does not go from % to %', old.state, new.state using errcode = '23514';
  end if;
  if new.state = 'failed' and old.transfer_at > now() - interval '24 hours' then
    raise exception 'a transfer without an answer may still arrive' using errcode = '23514';
  end if;
  if new.state = 'failed' and old.transfer_at is not null and (new.transfer_at is null or new.unsent_by is null) then
    raise exception 'a transfer fails by a statement that it was not sent' using errcode = '23514';
  end if;
  new.state_at := now();
  return new;
end $$;
