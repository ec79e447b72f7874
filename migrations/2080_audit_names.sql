-- The audit log names every target in words, and says what kind of target it is.
create or replace view audit_names (id, name, kind) as
  select u.id, u.name, case when exists (select from user_roles r where r.user_id = u.id and r.role = 'seller')
    then 'seller' else 'person' end from users u where u.status = 'active'
  union all select id, name, case status when 'removed' then 'removed-item' else 'item' end from products
  union all select p.id, b.item_name, 'payment' from payments p join bookings b on b.id = p.booking_id
  union all select id, name, 'message' from contact_messages
  union all select id, array_to_string(words, ', '), 'search-words' from search_synonyms
  union all select id, 'P-' || lpad(number::text, greatest(6, length(number::text)), '0'), 'payout' from payouts
  union all select d.id, b.item_name, 'dispute' from disputes d join bookings b on b.id = d.booking_id;
