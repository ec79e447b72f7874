-- A view for identity: people who buy or sell now, or have money in the store. An admin does neither.
create view trading_people as
  select id as user_id from users u
  where exists (select from products where seller_id = u.id and status = 'unsold')
    or exists (select from bookings where buyer_id = u.id
      and (state in ('paid', 'handed_over', 'disputed') or (state = 'held' and hold_until > now())))
    or exists (select from bookings where seller_id = u.id
      and (state in ('paid', 'handed_over', 'disputed') or (state = 'held' and hold_until > now())))
    or exists (select from payouts where seller_id = u.id and state in ('due', 'sent'))
    or exists (select from ledger_balances where account = 'seller:' || u.id and balance_poisha <> 0);
