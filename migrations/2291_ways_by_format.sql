-- The ways to pay are named in src/modules/bookings/rules.ts: a further one needs no migration.
alter table bookings drop constraint bookings_method_check,
  add constraint bookings_method_check check (method ~ '^[a-z]{1,32}$');
alter table booking_steps drop constraint booking_steps_step_check,
  add constraint booking_steps_step_check check (step ~ '^[a-z]{1,32}_chosen$' or step in (
    'wrong_code', 'claimed', 'objected', 'handed_over', 'received', 'called_off', 'completed', 'refunded', 'partly_refunded',
    'no_show', 'contradicted', 'disputed', 'answered', 'replied', 'decided', 'appealed', 'return_due', 'returned'));
