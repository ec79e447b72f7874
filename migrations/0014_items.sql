-- A seller's own page: what they have on sale, in the order of the list, and how much they have sold.
create index products_on_offer_of_seller on products (seller_id, created_at desc, id desc) where status = 'unsold';
create index products_sold_of_seller on products (seller_id) where status = 'sold';
-- The sitemap walks everything on offer by id.
create index products_on_offer_by_id on products (id) where status = 'unsold';
