-- The number of a payment that its provider tells the payer, such as bKash's trxID in a text message. Null before the capture, and
-- where the provider tells the number in `intent`.
alter table payments add column transaction_id text check (transaction_id ~ '^[A-Za-z0-9_-]{1,100}$');
create index payments_by_transaction on payments (transaction_id) where transaction_id is not null;

update payments p set transaction_id = a.number
  from (select distinct on (payment_id) payment_id, coalesce(answer->>'trxID', answer->>'bank_tran_id') as number
    from provider_answers
    where coalesce(answer->>'trxID', answer->>'bank_tran_id') ~ '^[A-Za-z0-9_-]{1,100}$'
      and answer->>'status' is distinct from 'FAILED'
    order by payment_id, kept_at desc) as a
  where p.id = a.payment_id and p.state in ('review', 'succeeded', 'refund_due', 'refunded');

-- The number by which the payer knows a payment.
create function payer_number(p payments) returns text language sql stable
  return coalesce(p.transaction_id, p.intent);

create or replace view booking_payments as
  select booking_id, intent, state, disputed_at, part_due_poisha > 0 as part_is_due,
    payer_number(p) as transaction_id
  from payments p;
