-- A page of a provider that reports nothing can be paid again, or long after the buyer left it. When the store asks next.
alter table payments add column ask_again_at timestamptz;
create index payments_to_ask_again on payments (ask_again_at) where ask_again_at is not null;
update payments set ask_again_at = now() + interval '1 hour'
  where provider = 'sslcommerz' and created_at > now() - interval '3 days';
