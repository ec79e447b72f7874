-- The payment that paid for a sale. Other captures of a booking go back.
alter table payments add column made_sale boolean not null default false;

update payments p set made_sale = true where p.state = 'succeeded'
  or p.state in ('refund_due', 'refunded') and exists (
    select from bookings b join ledger_transactions t on t.payment_id = p.id and t.kind = 'capture'
    where b.id = p.booking_id and t.at = b.paid_at);
create unique index one_sale_payment on payments (booking_id) where made_sale;

create function payment_makes_sale() returns trigger language plpgsql as $$ begin
  new.made_sale := true;
  return new;
end $$;
create trigger payment_makes_sale before insert or update on payments
  for each row when (new.state = 'succeeded') execute function payment_makes_sale();
