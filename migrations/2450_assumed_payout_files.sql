-- Migration 2430 put sent payouts into a file that no admin made: some may have been sent to the bank before. A file that an
-- admin made has an audit entry of its time.
alter table payouts
  add column export_is_assumed boolean not null default false,
  add constraint assumed_exports_have_a_time check (not export_is_assumed or exported_at is not null);
update payouts p set export_is_assumed = true
  where p.exported_at is not null and p.sent_by is distinct from p.seller_id and not exists (
    select from admin_acts a where a.admin_id = p.sent_by and a.list = 'payouts'
      and a.at >= p.exported_at and a.at < p.exported_at + interval '1 millisecond');
