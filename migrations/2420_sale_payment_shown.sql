-- Whether a payment paid for the sale of its booking. Other captures of the booking go back.
create or replace view booking_payments as
  select booking_id, intent, state, disputed_at, part_due_poisha > 0 as part_is_due,
    payer_number(p) as transaction_id,
    coalesce((select sum(t.amount_poisha) from ledger_transactions t where t.payment_id = p.id and t.kind = 'by_hand'), 0)::bigint
      as by_hand_poisha,
    made_sale
  from payments p;
