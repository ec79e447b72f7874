-- The lists of a buyer and of a seller find their open disputes without reading those that are closed.
create index disputes_open_of_buyer on disputes (buyer_id, opened_at desc, id desc) where state <> 'closed';
create index disputes_open_of_seller on disputes (seller_id, opened_at desc, id desc) where state <> 'closed';
