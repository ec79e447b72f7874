-- The pages of a booking say that a part of its money is on its way back, until the provider has returned it.
create or replace view booking_payments as
  select booking_id, intent, state, disputed_at, part_due_poisha > 0 as part_is_due from payments;
