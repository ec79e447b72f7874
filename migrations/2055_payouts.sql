-- Payouts: the account of a seller, and each transfer to it. The money itself is in the ledger.
create table payout_accounts (
  user_id uuid primary key references users on delete restrict,
  kind text not null check (kind in ('bkash', 'bank')),
  account text not null,
  bank text check (length(bank) between 1 and 60),
  branch text check (length(branch) between 1 and 60),
  routing text check (routing ~ '^[0-9]{9}$'),
  holder text check (length(holder) between 1 and 80),
  changed_at timestamptz not null default now(),
  -- A changed account rests until then, so that a thief with the password waits while the seller reads the mail.
  payable_from timestamptz not null check (payable_from >= changed_at),
  -- When the next weekly payout is due. Null: the seller asks for each payout.
  weekly_next_at timestamptz,
  constraint account_is_whole check (case kind when 'bkash' then account ~ '^01[3-9][0-9]{8}$'
      and num_nonnulls(bank, branch, routing, holder) = 0
    else account ~ '^[0-9]{6,20}$' and num_nonnulls(bank, branch, routing, holder) = 4 end)
);
create index payout_accounts_by_week on payout_accounts (weekly_next_at) where weekly_next_at is not null;

create table payouts (
  id uuid primary key default uuid_v7(),
  -- The reference that the provider gets.
  number bigint generated always as identity unique,
  seller_id uuid not null references users on delete restrict,
  amount_poisha bigint not null check (amount_poisha > 0),
  state text not null default 'due' check (state in ('due', 'sent', 'paid', 'failed')),
  requested_at timestamptz not null default now(),
  state_at timestamptz not null default now(),
  -- The account as it was at the request. The numbers of a closed payout are forgotten with the seller.
  kind text not null check (kind in ('bkash', 'bank')),
  account text,
  bank text,
  branch text,
  routing text,
  holder text,
  sent_by uuid references users on delete restrict,
  closed_by uuid references users on delete restrict,
  -- Of the bank or provider.
  reference text check (length(reference) between 1 and 60),
  -- Why it failed.
  reason text check (length(reason) between 1 and 200),
  check (state in ('paid', 'failed') or account is not null),
  check ((state = 'paid') = (reference is not null)),
  check ((state = 'failed') = (reason is not null)),
  check ((state in ('paid', 'failed')) = (closed_by is not null)),
  check (case state when 'due' then sent_by is null when 'failed' then true else sent_by is not null end)
);
create index payouts_by_state on payouts (state, state_at desc, id desc);
create index payouts_of_seller on payouts (seller_id, requested_at desc, id desc);
create index open_payouts on payouts (state, requested_at) where state in ('due', 'sent');

create function payout_moves() returns trigger language plpgsql as $$ begin
  if (new.id, new.number, new.seller_id, new.amount_poisha, new.kind, new.requested_at)
    is distinct from (old.id, old.number, old.seller_id, old.amount_poisha, old.kind, old.requested_at) then
    raise exception 'the facts of a payout do not change' using errcode = '23514';
  end if;
  if new.account is not null and new.account is distinct from old.account then
    raise exception 'a payout goes to the account of its request' using errcode = '23514';
  end if;
  if new.state = old.state then return new; end if;
  if (old.state || '>' || new.state) not in ('due>sent', 'due>failed', 'sent>paid', 'sent>failed') then
    raise exception 'a payout does not go from % to %', old.state, new.state using errcode = '23514';
  end if;
  new.state_at := now();
  return new;
end $$;
create trigger payout_moves before update on payouts for each row execute function payout_moves();
create trigger payouts_stay before delete on payouts for each row execute function append_only();
create trigger payouts_stay_all before truncate on payouts for each statement execute function append_only();

-- The ledger holds the money of an open payout, and nothing of a closed one. Checked when the transaction commits, so a payout
-- and its entries are made together or not at all. That the seller had the money is checked by balance_is_not_negative.
create function payout_is_booked() returns trigger language plpgsql as $$
declare current payouts;
begin
  select * into current from payouts where id = new.id;
  if (select balance_poisha from ledger_balances where account = 'payouts:' || current.id)
    is distinct from (case when current.state in ('due', 'sent') then current.amount_poisha else 0 end) then
    raise exception 'a payout that the ledger does not have' using errcode = '23514';
  end if;
  return null;
end $$;
create constraint trigger payout_is_booked after insert or update of state on payouts
  deferrable initially deferred for each row execute function payout_is_booked();

-- The number of the receipt of each sale.
create table receipts (
  booking_id uuid primary key references bookings on delete cascade,
  number bigint generated always as identity unique
);
insert into receipts (booking_id) select id from bookings where paid_at is not null order by paid_at, id;
create function sale_has_receipt() returns trigger language plpgsql as $$ begin
  insert into receipts (booking_id) values (new.id) on conflict do nothing;
  return null;
end $$;
-- Only a restore inserts sales, and their receipts with them.
create trigger sale_changed after update on bookings for each row
  when (new.paid_at is not null and old.paid_at is null) execute function sale_has_receipt();

-- The sales of a seller, and those whose money waits.
create index sales_of_seller on bookings (seller_id, paid_at desc, id desc) where paid_at is not null;
create index sales_on_hold on bookings (seller_id, paid_at desc, id desc) where state in ('paid', 'handed_over', 'disputed');

-- The deeds of admins with payouts, and their download.
alter table admin_acts drop constraint admin_acts_act_check, add constraint admin_acts_act_check
  check (act in ('verify-seller', 'delete-person', 'keep-listing', 'remove-listing', 'answer-message', 'reopen-message',
    'export', 'add-admin', 'remove-admin', 'add-synonyms', 'change-synonyms', 'remove-synonyms', 'record-refund',
    'start-selling', 'start-buying', 'send-payout', 'confirm-payout', 'fail-payout'));
alter table admin_acts drop constraint admin_acts_list_check, add constraint admin_acts_list_check
  check (list in ('buyers', 'sellers', 'orders', 'payouts'));

create or replace view audit_names (id, name) as
  select id, name from users where status = 'active'
  union all select id, name from products
  union all select p.id, b.item_name from payments p join bookings b on b.id = p.booking_id
  union all select id, 'P-' || lpad(number::text, greatest(6, length(number::text)), '0') from payouts;
