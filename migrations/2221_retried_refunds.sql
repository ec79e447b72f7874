-- An admin orders another try of a refund that the job has stopped.
alter table admin_acts drop constraint admin_acts_act_check, add constraint admin_acts_act_check
  check (act in ('verify-seller', 'delete-person', 'keep-listing', 'remove-listing', 'answer-message', 'reopen-message', 'export',
    'add-admin', 'remove-admin', 'add-synonyms', 'change-synonyms', 'remove-synonyms', 'record-refund', 'retry-refund', 'start-selling',
    'start-buying', 'send-payout', 'transfer-payout', 'confirm-payout', 'fail-payout', 'decide-dispute',
    'release-payment', 'refund-payment'));
