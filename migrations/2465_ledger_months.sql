-- Payouts are locked before the ledger, as everywhere. The open payouts of a seller, and the first one that was paid.
create index payouts_open_of_seller on payouts (seller_id) where state in ('due', 'sent');
create index payouts_paid_of_seller on payouts (seller_id, state_at) where state = 'paid';

-- The sums of a seller's entries in each month of Dhaka, so that a statement and the chart read few rows.
create view ledger_month_sums as
  select l.account, date_trunc('month', t.at at time zone 'Asia/Dhaka')::date as month,
    -sum(l.amount_poisha)::bigint as change_poisha,
    coalesce(-sum(l.amount_poisha) filter (where t.booking_id is not null), 0)::bigint as sales_poisha,
    coalesce(sum(l.amount_poisha) filter (where t.kind like 'payout%'), 0)::bigint as payouts_poisha,
    min(t.id) as first_id, max(t.id) as last_id
  from ledger_lines l join ledger_transactions t on t.id = l.transaction_id
  where l.account like 'seller:%' group by 1, 2;

create table ledger_months (
  account text,
  -- Its first day.
  month date check (extract(day from month) = 1),
  change_poisha bigint not null,
  -- The part of bookings.
  sales_poisha bigint not null,
  -- Begun payouts, less failed ones.
  payouts_poisha bigint not null,
  -- The entries are between these transactions.
  first_id bigint not null,
  last_id bigint not null,
  primary key (account, month)
);

create function ledger_moves_month() returns trigger language plpgsql as $$ begin
  insert into ledger_months as m (account, month, change_poisha, sales_poisha, payouts_poisha, first_id, last_id)
    select new.account, date_trunc('month', t.at at time zone 'Asia/Dhaka')::date, -new.amount_poisha,
      case when t.booking_id is null then 0 else -new.amount_poisha end,
      case when t.kind like 'payout%' then new.amount_poisha else 0 end, t.id, t.id
    from ledger_transactions t where t.id = new.transaction_id
    on conflict (account, month) do update set change_poisha = m.change_poisha + excluded.change_poisha,
      sales_poisha = m.sales_poisha + excluded.sales_poisha, payouts_poisha = m.payouts_poisha + excluded.payouts_poisha,
      first_id = least(m.first_id, excluded.first_id), last_id = greatest(m.last_id, excluded.last_id);
  return null;
end $$;
-- After line_moves_balance, by name: the balance of the account is locked first. From here on, new lines wait for this migration.
create trigger line_moves_month after insert on ledger_lines for each row
  when (new.account like 'seller:%') execute function ledger_moves_month();
insert into ledger_months select * from ledger_month_sums;

-- The sums change by lines only, as balances do.
create trigger months_follow_lines before insert or update or delete on ledger_months
  for each row execute function balance_follows_lines();
create trigger months_stay before truncate on ledger_months for each statement execute function append_only();
