-- The seller of each reported product, which a trigger fills, so that an admin reads how often a seller was reported. A product keeps its seller.
alter table reports add column seller_id uuid;
update reports r set seller_id = p.seller_id from products p where p.id = r.product_id;
create index reports_of_seller on reports (seller_id);

create function report_names_seller() returns trigger language plpgsql as $$ begin
  select seller_id into new.seller_id from products where id = new.product_id;
  return new;
end $$;
create trigger report_names_seller before insert on reports for each row execute function report_names_seller();
