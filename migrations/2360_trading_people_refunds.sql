-- A buyer whose refund is left to an admin is owed money, as a seller with a balance is.
create or replace view trading_people as
  select id as user_id from users u
  where exists (select from products where seller_id = u.id and status = 'unsold')
    or exists (select from bookings where buyer_id = u.id
      and (state in ('paid', 'handed_over', 'disputed') or (state = 'held' and hold_until > now())))
    or exists (select from bookings where seller_id = u.id
      and (state in ('paid', 'handed_over', 'disputed') or (state = 'held' and hold_until > now())))
    or exists (select from bookings b join stopped_refunds s on s.booking_id = b.id where b.buyer_id = u.id)
    or exists (select from payouts where seller_id = u.id and state in ('due', 'sent'))
    or exists (select from ledger_balances where account = 'seller:' || u.id and balance_poisha <> 0);
