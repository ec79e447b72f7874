-- No admin pays themselves.
alter table payouts add constraint nobody_pays_themselves check (sent_by <> seller_id and closed_by <> seller_id);
