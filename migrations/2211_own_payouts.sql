-- No admin pays themselves. Older rows may be against it.
alter table payouts add constraint nobody_pays_themselves check (sent_by <> seller_id and closed_by <> seller_id) not valid;
