-- The roles of a person, a row for each. A person may buy and sell; an admin does neither. An erased person has no role.
create table user_roles (
  user_id uuid not null references users on delete cascade,
  role text not null check (role in ('buyer', 'seller', 'admin')),
  since timestamptz not null default now(),
  -- When an admin verified the seller.
  verified_at timestamptz check (verified_at is null or role = 'seller'),
  primary key (user_id, role)
);
create index user_roles_by_role on user_roles (role, since desc, user_id desc);

insert into user_roles (user_id, role, since, verified_at)
  select id, role, created_at, verified_at from users where status = 'active';

-- Runs after the check of the foreign key, which waits for a transaction that changes the person's roles.
create function admin_role_is_the_only_one() returns trigger language plpgsql as $$ begin
  if exists (select from user_roles where user_id = new.user_id and (role = 'admin') <> (new.role = 'admin')) then
    raise check_violation using message = 'An admin has no other role', constraint = 'user_roles_admin', table = 'user_roles';
  end if;
  return null;
end $$;
create trigger user_roles_admin after insert or update of role on user_roles for each row execute function admin_role_is_the_only_one();

-- A new product copies its seller. The key share lock conflicts with a verification and an erasure, which lock the person for
-- update. A change of the seller that commits after this lock is followed by the job of seller_changed, which waits for all
-- listings that are open.
create or replace function product_seller() returns trigger language plpgsql as $$ begin
  select name, email into new.seller_name, new.seller_email from users where id = new.seller_id for key share;
  -- The foreign key refuses a seller that does not exist.
  new.seller_name := coalesce(new.seller_name, '');
  new.seller_email := coalesce(new.seller_email, '');
  new.seller_verified := exists (select from user_roles where user_id = new.seller_id and verified_at is not null);
  return new;
end $$;

-- Admins may have listings from before, and an erased seller loses the role before the listings. Both keep their listings in step.
drop trigger seller_changed on users;
create or replace function seller_changed() returns trigger language plpgsql as $$
declare
  seller uuid := coalesce(to_jsonb(old) ->> 'user_id', to_jsonb(old) ->> 'id');
  person record;
begin
  if not exists (select from user_roles where user_id = seller and role = 'seller')
    and not exists (select from products where seller_id = seller and status <> 'removed') then
    return null;
  end if;
  select name, email, exists (select from user_roles where user_id = seller and verified_at is not null) as verified
    into person from users where id = seller;
  with newest as materialized (
    select id from products
    where seller_id = seller and status <> 'removed'
      and (seller_name, seller_email, seller_verified) is distinct from (person.name, person.email, person.verified)
    order by created_at desc, id desc limit 200
    for no key update skip locked)
  update products set seller_name = person.name, seller_email = person.email, seller_verified = person.verified
    from newest where products.id = newest.id;
  perform graphile_worker.add_job('tick-products', json_build_object('sellerId', seller),
    job_key => 'tick-products-' || seller, priority => 10);
  return null;
end $$;
create trigger seller_changed after update on users for each row
  when ((old.name, old.email) is distinct from (new.name, new.email)) execute function seller_changed();
create trigger seller_changed after update on user_roles for each row
  when (old.verified_at is distinct from new.verified_at) execute function seller_changed();
create trigger seller_role_removed after delete on user_roles for each row
  when (old.verified_at is not null) execute function seller_changed();

alter table users drop column role, drop column verified_at;

-- Members write audit entries of their own when they start to sell or to buy.
alter table admin_acts drop constraint admin_acts_act_check, add constraint admin_acts_act_check
  check (act in ('verify-seller', 'delete-person', 'keep-listing', 'remove-listing', 'answer-message', 'reopen-message',
    'export', 'add-admin', 'remove-admin', 'add-synonyms', 'change-synonyms', 'remove-synonyms', 'record-refund',
    'start-selling', 'start-buying'));
