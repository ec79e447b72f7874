-- What admins did, one line each, written in the transaction of the deed. Ids only: a line outlives the name of whom it is
-- about.
create table admin_acts (
  id uuid primary key default uuid_v7(),
  at timestamptz not null default now(),
  -- The admin, and the request in which they did it; both are null for the server's own command line.
  admin_id uuid references users on delete restrict,
  request_id text check (request_id ~ '^[[:alnum:]_-]{1,64}$'),
  act text not null check (act in ('verify-seller', 'delete-person', 'keep-listing', 'remove-listing', 'answer-message',
    'reopen-message', 'export', 'add-admin', 'remove-admin')),
  -- On which person, product or message.
  target_id uuid,
  -- Or which list was taken away.
  list text check (list in ('buyers', 'sellers', 'orders')),
  check ((admin_id is null) = (request_id is null)),
  check ((admin_id is null) = (act in ('add-admin', 'remove-admin'))),
  check ((list is not null) = (act = 'export')),
  check ((target_id is null) = (act = 'export'))
);
create index admin_acts_by_time on admin_acts (at desc, id desc);
create index admin_acts_of_admin on admin_acts (admin_id);

-- Nobody takes a line back, and none of the books' either.
create trigger admin_acts_append_only before update or delete on admin_acts for each row execute function append_only();
create trigger admin_acts_stay before truncate on admin_acts for each statement execute function append_only();
create trigger ledger_stays before truncate on ledger for each statement execute function append_only();
create trigger events_stay before truncate on provider_events for each statement execute function append_only();

-- Who leaves takes their words along: nothing that they wrote stays but the names of things that others have on record.
alter table reports
  drop constraint reports_reason_check,
  add constraint reports_reason_check check (length(reason) between 10 and 500 or reason = '');
alter table products
  drop constraint products_image_check,
  add constraint products_image_check check (
    (length(image) <= 2000 and image ~ '^(/(demo|media)/[A-Za-z0-9._/-]+|https?://[^[:space:]"<>\\]+)$')
    or (image = '' and status <> 'unsold'));

create or replace function photo_moves() returns trigger language plpgsql as $$ begin
  -- An address is forgotten with its owner, and never becomes another.
  if new.owner_id <> old.owner_id or new.address <> old.address or (new.address is not null and old.address is null) then
    raise exception 'the facts of a photo do not change' using errcode = '23514';
  end if;
  if new.state <> old.state and old.state <> 'waiting' then
    raise exception 'a photo does not go from % to %', old.state, new.state using errcode = '23514';
  end if;
  return new;
end $$;

-- Products that are on somebody else's record, for the module that keeps them: booked, saved or reported.
create view products_on_record as
  select product_id from bookings
  union all select product_id from wishes
  union all select product_id from report_cases;

-- Whose account went before this did. Their own words go now.
update reports set reason = '' from users where users.id = reporter_id and users.status = 'erased';
update photos set address = null from users where users.id = owner_id and users.status = 'erased' and address is not null;
update bookings set item_image = '' from users
  where users.id = seller_id and users.status = 'erased' and item_image ~ '^https?://';
delete from products using users where users.id = seller_id and users.status = 'erased' and products.status <> 'unsold'
  and not exists (select from products_on_record r where r.product_id = products.id)
  and not exists (select from photos where photos.product_id = products.id);
update products set description = '', phone = '', location = '', image = case when image ~ '^https?://' then '' else image end
  from users where users.id = seller_id and users.status = 'erased' and products.status <> 'unsold';
