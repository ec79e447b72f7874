-- A sent payout may go to its wallet through the provider, once. The time is stored before the provider is asked.
alter table payouts add column transfer_at timestamptz;
alter table payouts add constraint transfers_of_sent_payouts check (transfer_at is null or (kind = 'bkash' and sent_by is not null));
-- A transfer proves one payout.
create unique index payouts_by_transfer on payouts (reference) where transfer_at is not null;

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
  if new.state = old.state then return new; end if;
  if (old.state || '>' || new.state) not in ('due>sent', 'due>failed', 'sent>paid', 'sent>failed') then
    raise exception 'a payout does not go from % to %', old.state, new.state using errcode = '23514';
  end if;
  if new.state = 'failed' and old.transfer_at > now() - interval '24 hours' then
    raise exception 'a transfer without an answer may still arrive' using errcode = '23514';
  end if;
  new.state_at := now();
  return new;
end $$;

alter table admin_acts drop constraint admin_acts_act_check, add constraint admin_acts_act_check
  check (act in ('verify-seller', 'delete-person', 'keep-listing', 'remove-listing', 'answer-message', 'reopen-message', 'export',
    'add-admin', 'remove-admin', 'add-synonyms', 'change-synonyms', 'remove-synonyms', 'record-refund', 'start-selling',
    'start-buying', 'send-payout', 'transfer-payout', 'confirm-payout', 'fail-payout', 'decide-dispute',
    'release-payment', 'refund-payment'));
