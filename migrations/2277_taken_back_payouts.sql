-- A due payout fails without an admin when a bank or the store takes money of its seller back. The others are closed by an admin.
alter table payouts drop constraint payouts_check3, add constraint closed_by_admin check (case state
  when 'paid' then closed_by is not null when 'failed' then closed_by is not null or sent_by is null else closed_by is null end);
