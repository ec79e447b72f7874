-- All products of a person, also removed ones: for the file of one's data and the erasure. The other indexes have a condition.
create index products_by_seller on products (seller_id, id);
