-- The file for the bank has each payout once. The time of its first file, which the admin may get again.
alter table payouts
  add column exported_at timestamptz,
  add constraint exported_payouts_are_sent check (exported_at is null or sent_by is not null),
  add constraint payouts_go_one_way check (exported_at is null or transfer_at is null);
-- A payout that an admin sent to themselves, before that was refused, takes no update.
-- A sent payout may have been in an earlier file. Where the provider pays wallets, wallets were in none.
update payouts set exported_at = date_trunc('milliseconds', now())
  where state = 'sent' and transfer_at is null and sent_by is distinct from seller_id
    and (kind = 'bank' or not exists (select from payouts where transfer_at is not null));
-- Whether a transfer pays another payout is asked about all of them, also about those that were paid by hand.
create index payouts_by_reference on payouts (reference) where reference is not null;
