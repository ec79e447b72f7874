-- A listing locks its seller's row only against deletion and erasure (key share), as its foreign key does anyway. The share
-- lock that stood here conflicted with the lock under which the seller's photos are counted, so that two listings of one seller
-- deadlocked. A verification that commits after this read is followed by the job of the trigger seller_verified, which waits
-- for every listing that is under way before it looks for products.
create or replace function product_seller_verified() returns trigger language plpgsql as $$ begin
  select verified_at is not null into new.seller_verified from users where id = new.seller_id for key share;
  new.seller_verified := coalesce(new.seller_verified, false);
  return new;
end $$;
