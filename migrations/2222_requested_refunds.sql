-- The store asks for no more refunds than was captured, less the money that a person returned. Refused requests do not count,
-- and neither do refunds that failed later and requests without proof, which an admin settles. Checked when the transaction
-- commits, before the request is sent.
create function refund_requests_fit() returns trigger language plpgsql as $$ begin
  if (select sum(amount_poisha) from refund_requests r where payment_id = new.payment_id and not refused and not unclear
      and not exists (select from ledger_transactions l where l.payment_id = r.payment_id and l.kind = 'refund_failed' and l.ref = r.ref))
    > (select coalesce(sum(case kind when 'capture' then amount_poisha when 'by_hand' then -amount_poisha end), 0)
      from ledger_transactions where payment_id = new.payment_id) then
    raise exception 'more refunds are requested than was captured' using errcode = '23514';
  end if;
  return null;
end $$;
create constraint trigger refund_requests_fit after insert on refund_requests
  deferrable initially deferred for each row execute function refund_requests_fit();
