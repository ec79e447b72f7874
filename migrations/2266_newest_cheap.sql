-- The newest products up to Tk 1,000, which the home page shows. CHEAP_MAX_TK of the search has the same price.
create index products_newest_cheap on products (created_at desc, id desc) where status = 'unsold' and price_poisha <= 100000;
