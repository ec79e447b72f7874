-- A case is looked for by its product, decided or not, whenever a product goes.
create index report_cases_of_product on report_cases (product_id);
-- Open links go with the account that they were made for.
create index verifications_by_value on verifications (value);
-- Messages are forgotten when they have been kept for a year.
create index messages_by_age on contact_messages (created_at);
-- What a buyer holds now is counted, and not what they held once.
drop index holds_of_buyer;
create index holds_of_buyer on bookings (buyer_id, hold_until) where state = 'held';
-- A part of the sitemap is what has one of some last bytes in its id, which are random.
drop index products_on_offer_by_id;
create index products_on_offer_by_byte on products (get_byte(uuid_send(id), 15), id) where status = 'unsold';

-- Names of many things have few words: each is looked at once.
create or replace function search_words_of_all(names text[]) returns text[] language sql immutable parallel safe strict
return array(
  select word from (
    select distinct word from (select distinct name from unnest(names) as name) as n, string_to_table(search_plain(name), ' ') as word
    where length(word) > 1 and word ~ '[^0-9]' offset 0) as words
  where search_lexeme(word) is not null order by word);

-- Whether the seller of a thing is verified follows the person some things at a time, by a job (tick.job.ts): who has
-- thousands would be waited for too long.
create or replace function seller_verified() returns trigger language plpgsql as $$ begin
  perform graphile_worker.add_job('tick-products', json_build_object('sellerId', new.id),
    job_key => 'tick-products-' || new.id, priority => 10);
  return null;
end $$;
