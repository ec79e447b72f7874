-- Search on ordinary columns and one tsvector of our own tokens.
create extension if not exists btree_gin;
create extension if not exists fuzzystrmatch;

-- Bangla letters that are often confused become one. Endings that only say "the" or "of" fall away.
create or replace function search_folded(plain text) returns text language sql immutable parallel safe strict
return case when plain ~ '[ঀ-৿]' then
  translate(regexp_replace(plain, '([ঀ-৿]{3,}?)(গুলো|গুলি|টি|টা|ের)(?= |$)', '\1', 'g'),
    U&'ঈঊনযষসৎংীূ\0981\0983', 'ইউণজশশতঙিু')
  else plain end;

-- The stem of one word of search_plain; null where nothing is left of it. A tsvector refuses tokens above 2,046 bytes.
create or replace function search_lexeme(word text) returns text language sql immutable parallel safe strict
return nullif((ts_lexize('search_stem', left(search_folded(word), 100)))[1], '');

-- The tokens of a product: the stem of each word with its position, and of each word of the name also '/stem'. Words hold only
-- letters and digits, so that no token needs quotes. Names carry their schema: a dump is restored without a search path.
create function search_tokens(name text, description text) returns tsvector language plpgsql immutable parallel safe strict as $$
declare
  words constant text[] := string_to_array(public.search_folded(public.search_plain(name || ' ' || description)), ' ');
  name_words constant int := cardinality(string_to_array(public.search_plain(name), ' '));
  stem text;
  tokens text := '';
begin
  for place in 1..cardinality(words) loop
    stem := (ts_lexize('public.search_stem', left(words[place], 100)))[1];
    continue when stem = '' or stem is null;
    tokens := tokens || ' ' || stem || ':' || least(place, 16383);
    if place <= name_words then tokens := tokens || ' /' || stem; end if;
  end loop;
  return tokens::tsvector;
end $$;

drop function search_offers;
drop index products_document;
alter table products
  drop column document,
  add column document tsvector generated always as (
    case when status = 'unsold' then search_tokens(name, description) end) stored,
  add column area text not null generated always as (search_area(location)) stored;

-- A search reads the newest, cheapest or most expensive products first. It asks the GIN index for what is rare among them.
create index products_newest on products (created_at desc, id desc) where status = 'unsold';
create index products_cheapest on products (price_poisha, created_at desc, id desc) where status = 'unsold';
create index products_dearest on products (price_poisha desc, created_at desc, id desc) where status = 'unsold';
-- Without a pending list, which every search would read.
create index products_search on products using gin (document, category_id, area, quality, seller_verified)
  with (fastupdate = off) where status = 'unsold';

drop function search_document, search_vector, search_bands_back;
drop text search configuration search;

-- Whether a product on offer has a token. Common tokens are among the newest products; the index knows the others. The CTE is
-- materialized, or the planner would prefer to scan the table for one row.
create function search_offers(token text) returns boolean language sql stable
return case
  when exists (select from (select document from products where status = 'unsold' order by created_at desc, id desc limit 100) as newest
    where document @@ quote_literal(token)::tsquery) then true
  else (with hits as materialized (select from products where status = 'unsold' and document @@ quote_literal(token)::tsquery)
    select exists (select from hits)) end;

-- Deletes words that no name on offer has. Words that another transaction is adding are skipped.
create or replace function search_words_go(words text[]) returns void language plpgsql as $$
declare going text[];
begin
  with taken as (select word from search_words where word = any (words) and not search_offers('/' || lexeme)
    for update skip locked)
    select array(select word from taken) into going;
  -- Checked again: a product with the word may have been listed before the lock was taken.
  delete from search_words where word = any (going) and not search_offers('/' || lexeme);
end $$;

-- What a search needs to know of words, and of phrases that have synonyms. The offsets keep each word from being computed twice.
create function search_lookup(asked_words text[], asked_phrases text[], out words jsonb[], out phrases jsonb[]) language sql stable as $$
select array(select to_jsonb(w) from (
    select a.word, a.lexeme, a."isKnown",
      array(select distinct s.lexeme from search_words s where s.sound = a.sound
        and (s.word ~ '[ঀ-৿]') <> (a.word ~ '[ঀ-৿]') limit 8) as alike,
      case when a."isKnown" then '{}' else array(select distinct b.lexeme from (
        select f.lexeme from (select s.word, s.lexeme from search_words s
          where s.word ~>=~ a.word and s.word ~<~ (a.word || U&'\+10FFFF') limit 500) as f
        order by length(f.word), f.word limit 24) as b) end as completions
    from (select word, lexeme, coalesce((select s.sound from search_words s where s.word = l.word), search_sound(word)) as sound,
        case when exists (select from search_words s where s.lexeme = l.lexeme) then true else search_offers(lexeme) end as "isKnown"
      from (select word, search_lexeme(word) as lexeme from unnest(asked_words::text[]) as word offset 0) as l offset 0) as a) as w) as words,
  array(select to_jsonb(m) from (
    select phrase, meanings, array(select meaning from unnest(meanings) as meaning where not exists (
        select from unnest(string_to_array(meaning, ' ')) as said
        where not exists (select from search_words w where w.lexeme = said))) as offered
    from (select phrase, array_agg(distinct meaning) as meanings
      from (select phrase, search_key(phrase) as key from unnest(asked_phrases::text[]) as phrase offset 0) as p
      join search_synonyms s on s.keys @> array[key] cross join unnest(s.keys) as meaning group by phrase) as g) as m) as phrases $$;

-- Words of names and synonyms that sound similar: letters to change in the sound, and a tenth of those in the word.
create function search_similar_words(misspelt text[]) returns table (asked text, word text, distance float) language sql stable as $$
with asked as materialized (select w as word, search_sound(w) as sound from unnest(misspelt) as w)
  select near.asked, near.word, near.distance::float from (
    select a.word as asked, n.word, a.sound, levenshtein(n.sound, a.sound) + least(levenshtein(n.word, a.word), 9) / 10.0 as distance
    from asked as a cross join lateral (
      select s.word, s.sound from (
        select word, sound from search_words where sound % a.sound
        union select word, sound from search_synonym_words where sound % a.sound) as s
      order by similarity(s.sound, a.sound) desc, s.word limit 20) as n) as near
  order by near.distance, near.word $$;

-- The function keeps the plan of its first call. After a call for few rows that is a nested loop over both row sets, which takes
-- seconds for thousands of rows.
alter function product_words_change() set enable_nestloop = off;

-- Computes the stems of Bangla words again.
update search_words set word = word where word ~ '[ঀ-৿]';
update search_synonyms set words = words;
-- A new store gets its first synonyms with its categories (first-synonyms.json). A store that is in use keeps its own.
delete from search_synonyms where not exists (select from categories) and not exists (select from users);

analyze products;
