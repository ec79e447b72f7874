-- The words in names of products on offer: completions and corrections of a search.
create table search_words (
  word text primary key,
  lexeme text not null generated always as (search_lexeme(word)) stored,
  sound text not null generated always as (search_sound(word)) stored
);
create index search_words_by_beginning on search_words (word text_pattern_ops);
create index search_words_by_lexeme on search_words (lexeme);
create index search_words_by_sound on search_words (sound);
create index search_words_like on search_words using gin (sound gin_trgm_ops);

-- Words and short phrases that mean the same. `keys` are their stems. Start fills the table of a new store
-- (first-synonyms.json).
create table search_synonyms (
  id uuid primary key default uuid_v7(),
  words text[] not null check (cardinality(words) between 2 and 20),
  keys text[] not null generated always as (search_keys(words)) stored,
  created_at timestamptz not null default now()
);
create index search_synonyms_by_time on search_synonyms (created_at desc, id desc);
create index search_synonyms_by_key on search_synonyms using gin (keys);

-- The words of synonyms, for corrections.
create table search_synonym_words (
  word text primary key,
  sound text not null generated always as (search_sound(word)) stored
);
create index search_synonym_words_like on search_synonym_words using gin (sound gin_trgm_ops);

-- The words of one name, and of many names. The second looks at each word once, as many names have few words.
create function search_words_of(name text) returns setof text language sql immutable parallel safe strict
begin atomic
  select word from string_to_table(search_plain(name), ' ') as word where length(word) > 1 and word ~ '[^0-9]' and search_lexeme(word) is not null;
end;

create function search_words_of_all(names text[]) returns text[] language sql immutable parallel safe strict
return array(
  select word from (
    select distinct word from (select distinct name from unnest(names) as name) as n, string_to_table(search_plain(name), ' ') as word
    where length(word) > 1 and word ~ '[^0-9]' offset 0) as words
  where search_lexeme(word) is not null order by word);

create function synonym_words() returns trigger language plpgsql as $$ begin
  -- Concurrent changes of groups run one after the other.
  lock table search_synonym_words in exclusive mode;
  delete from search_synonym_words;
  insert into search_synonym_words (word)
    select distinct word from search_synonyms, unnest(words) as phrase, search_words_of(phrase) as word on conflict do nothing;
  return null;
end $$;
create trigger synonym_words after insert or update or delete on search_synonyms
  for each statement execute function synonym_words();

-- Whether a product on offer has a token. Common tokens are among the newest products; the index knows the others. The CTE is
-- materialized, or the planner would prefer to scan the table for one row.
create function search_offers(token text) returns boolean language sql stable
return case
  when exists (select from (select document from products where status = 'unsold' order by created_at desc, id desc limit 100) as newest
    where document @@ quote_literal(token)::tsquery) then true
  else (with hits as materialized (select from products where status = 'unsold' and document @@ quote_literal(token)::tsquery)
    select exists (select from hits)) end;

-- Adds words. Waits for a transaction that deletes one of them, and locks the others against deletion until the listing commits.
create function search_words_come(words text[]) returns void language plpgsql as $$
declare missing text[] := words;
begin
  while cardinality(missing) > 0 loop
    insert into search_words (word) select word from unnest(missing) as word order by word on conflict do nothing;
    with kept as (select word from search_words where word = any (missing) order by word for key share)
      select array(select word from unnest(missing) as word where word not in (select word from kept)) into missing;
  end loop;
end $$;

-- Deletes words that no name on offer has. Words that another transaction is adding are skipped.
create function search_words_go(words text[]) returns void language plpgsql as $$
declare going text[];
begin
  with taken as (select word from search_words where word = any (words) and not search_offers('/' || lexeme)
    for update skip locked)
    select array(select word from taken) into going;
  -- Checked again: a product with the word may have been listed before the lock was taken.
  delete from search_words where word = any (going) and not search_offers('/' || lexeme);
end $$;

-- Deletes the words of names. Each word is searched in all products on offer, so a job (forget-words) deletes those of many names,
-- some names at a time.
create function search_names_go(names text[]) returns void language plpgsql as $$
declare few constant int := 100;
begin
  if cardinality(names) <= few then
    perform search_words_go(search_words_of_all(names));
  else
    perform graphile_worker.add_job('forget-words', json_build_object('names', json_agg(name)), priority => 10)
      from unnest(names) with ordinality as n (name, place) group by (place - 1) / few;
  end if;
end $$;

create function product_words_come() returns trigger language plpgsql as $$ begin
  perform search_words_come(search_words_of_all(array(select name from come where status = 'unsold')));
  return null;
end $$;
create trigger product_words_come after insert on products
  referencing new table as come for each statement execute function product_words_come();

-- The function keeps the plan of its first call. After a call for few rows that is a nested loop over both row sets, which takes
-- seconds for thousands of rows.
create function product_words_change() returns trigger language plpgsql
set enable_nestloop = off as $$ begin
  perform search_words_come(search_words_of_all(array(select come.name from come join gone using (id)
    where come.status = 'unsold' and (come.name <> gone.name or gone.status <> 'unsold'))));
  perform search_names_go(array(select distinct gone.name from come join gone using (id)
    where gone.status = 'unsold' and (come.name <> gone.name or come.status <> 'unsold')));
  return null;
end $$;
create trigger product_words_change after update on products
  referencing old table as gone new table as come for each statement execute function product_words_change();

create function product_words_go() returns trigger language plpgsql as $$ begin
  perform search_names_go(array(select distinct name from gone where status = 'unsold'));
  return null;
end $$;
create trigger product_words_go after delete on products
  referencing old table as gone for each statement execute function product_words_go();

-- The facts that a search needs of its words, and of its phrases that have synonyms. The offsets keep each word from being
-- computed twice.
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
