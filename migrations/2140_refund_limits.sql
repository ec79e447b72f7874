-- A refund is asked for by one run at a time, and refusals end (docs/decisions/0047-payment-providers.md).
alter table payments
  -- How often the provider refused to return the money.
  add column refund_refusals integer not null default 0 check (refund_refusals >= 0),
  -- Since when the job refunds nothing of this payment: an admin returns the money by hand.
  add column refund_stopped_at timestamptz;

alter table refund_requests
  -- How often it was sent, and when last.
  add column tries integer not null default 1 check (tries > 0),
  add column tried_at timestamptz not null default now(),
  -- The provider refused a repeat of a request without an answer: the first one may have been made.
  add column unclear boolean not null default false,
  add constraint unclear_has_no_answer check (not unclear or (ref is null and not refused));
drop index one_unanswered_refund;
create unique index one_unanswered_refund on refund_requests (payment_id) where ref is null and not refused and not unclear;

-- The answer to a request is written once.
create function refund_request_answered() returns trigger language plpgsql as $$ begin
  if new.key <> old.key or new.payment_id <> old.payment_id or new.amount_poisha <> old.amount_poisha
    or (old.ref is not null and new.ref is distinct from old.ref) or (old.refused and not new.refused)
    or (old.unclear and not new.unclear) then
    raise exception 'the answer to a refund request does not change' using errcode = '23514';
  end if;
  return new;
end $$;
create trigger refund_request_answered before update on refund_requests for each row execute function refund_request_answered();
