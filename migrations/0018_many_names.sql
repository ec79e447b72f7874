-- Many names have many words, and each is looked for in all that is on offer. Who takes very much off the store at once would be
-- waited for too long, so those words are forgotten by jobs (forget-words.job.ts), some names at a time.
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

create or replace function product_words_change() returns trigger language plpgsql as $$ begin
  perform search_words_come(search_words_of_all(array(select come.name from come join gone using (id)
    where come.status = 'unsold' and (come.name <> gone.name or gone.status <> 'unsold'))));
  perform search_names_go(array(select distinct gone.name from come join gone using (id)
    where gone.status = 'unsold' and (come.name <> gone.name or come.status <> 'unsold')));
  return null;
end $$;

create or replace function product_words_go() returns trigger language plpgsql as $$ begin
  perform search_names_go(array(select distinct name from gone where status = 'unsold'));
  return null;
end $$;
