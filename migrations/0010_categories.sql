-- A store may take another currency than taka; each booking keeps the one it was made in.
alter table bookings
  drop constraint bookings_currency_check,
  add constraint bookings_currency_check check (currency ~ '^[a-z]{3}$');
