-- An admin lists and downloads their files for the bank, newest first.
create index payouts_by_file on payouts (sent_by, exported_at desc, number) where exported_at is not null;

alter table admin_acts drop constraint admin_acts_act_check, add constraint admin_acts_act_check
  check (act in ('verify-seller', 'delete-person', 'keep-listing', 'remove-listing', 'answer-message', 'reopen-message', 'export',
    'add-admin', 'remove-admin', 'add-synonyms', 'change-synonyms', 'remove-synonyms', 'record-refund', 'retry-refund', 'start-selling',
    'start-buying', 'send-payout', 'make-payout-file', 'transfer-payout', 'confirm-payout', 'fail-payout', 'decide-dispute',
    'release-payment', 'refund-payment'));
alter table admin_acts drop constraint admin_acts_check2, add constraint admin_acts_check2
  check ((act in ('export', 'make-payout-file')) = (list is not null));
alter table admin_acts drop constraint admin_acts_check3, add constraint admin_acts_check3
  check ((act in ('export', 'make-payout-file')) = (target_id is null));
