-- Text functions of the search. The generated columns of products use them. Nothing here depends on the database's locale.
-- `search_plain` and `search_area` exist in TypeScript, too: src/modules/search/rules.ts.
create extension if not exists pg_trgm;
create extension if not exists btree_gin;
create extension if not exists fuzzystrmatch;

-- A text as words of lower-case letters, digits and Bangla letters, separated by spaces.
create function search_plain(said text) returns text language sql immutable parallel safe strict
return regexp_replace(
  translate(replace(replace(replace(lower(normalize(said, NFC) collate "C"),
    U&'\09A1\09BC', U&'\09DC'), U&'\09A2\09BC', U&'\09DD'), U&'\09AF\09BC', U&'\09DF'),
    U&'০১২৩৪৫৬৭৮৯''\2019\200C\200D\09BC\09F2\09F3', '0123456789'),
  '[^a-z0-9ঀ-৿ ]+', ' ', 'g');

-- The area of a pick-up point, for comparisons: the text before the first comma.
create function search_area(location text) returns text language sql immutable parallel safe strict
return btrim(regexp_replace(
  translate(lower(normalize(split_part(location, ',', 1), NFC) collate "C"), '০১২৩৪৫৬৭৮৯', '0123456789'),
  U&'[ \0009\000A\000D\00A0]+', ' ', 'g'));

-- Bangla letters that are often confused become one. Endings that only say "the" or "of" fall away.
create function search_folded(plain text) returns text language sql immutable parallel safe strict
return case when plain ~ '[ঀ-৿]' then
  translate(regexp_replace(plain, '([ঀ-৿]{3,}?)(গুলো|গুলি|টি|টা|ের)(?= |$)', '\1', 'g'),
    U&'ঈঊনযষসৎংীূ\0981\0983', 'ইউণজশশতঙিু')
  else plain end;

-- The stems of English words. It has no stop words: the search decides which words to ignore.
create text search dictionary search_stem (template = snowball, language = english);

-- The stem of one word of search_plain; null where nothing is left of it. A tsvector refuses tokens above 2,046 bytes.
create function search_lexeme(word text) returns text language sql immutable parallel safe strict
return nullif((ts_lexize('search_stem', left(search_folded(word), 100)))[1], '');

-- A phrase as its stems, separated by spaces.
create function search_key(phrase text) returns text language sql immutable parallel safe strict
return (select string_agg(search_lexeme(w.word), ' ' order by w.n)
  from string_to_table(search_plain(phrase), ' ') with ordinality as w (word, n) where w.word <> '');

create function search_keys(phrases text[]) returns text[] language sql immutable parallel safe strict
return (select array_agg(search_key(phrase)) from unnest(phrases) as phrase);

-- How a word sounds, in Latin letters: খাট is found as khat, and a misspelt word is near the word that was meant.
create function search_sound(word text) returns text language plpgsql immutable parallel safe strict as $$
declare
  consonant constant text := '[ক-হৎড়ঢ়য়]';
  sign constant text := '[া-ৌ]';
  sound text := word;
begin
  if sound !~ '[ঀ-৿]' then
    sound := replace(replace(replace(replace(sound, 'sh', 's'), 'ph', 'f'), 'bh', 'v'), 'ck', 'k');
    sound := replace(replace(replace(translate(sound, 'zq', 'jk'), 'ee', 'i'), 'oo', 'u'), 'aa', 'a');
    return regexp_replace(sound, '(ch|.)\1+', '\1', 'g');
  end if;
  sound := replace(replace(sound, '্যা', 'া'), '্য', '');
  -- Adds the vowel that is not written, except before a syllable with a vowel of its own (দোলনা is dolna).
  sound := regexp_replace(sound, '(' || consonant || ')(?=' || consonant || '|[অ-ঔ])', '\1অ', 'g');
  sound := regexp_replace(sound, '([া-ৌঅ-ঔ]' || consonant || ')অ(?=' || consonant || sign || ')', '\1', 'g');
  sound := replace(replace(replace(replace(replace(sound, 'খ', 'kh'), 'ঘ', 'gh'), 'ঝ', 'jh'), 'থ', 'th'), 'ধ', 'dh');
  sound := replace(replace(replace(replace(replace(sound, 'ঠ', 'th'), 'ঢ', 'dh'), 'চ', 'ch'), 'ছ', 'ch'), 'ং', 'ng');
  sound := replace(replace(replace(replace(replace(sound, 'ঙ', 'ng'), 'ৈ', 'oi'), 'ৌ', 'ou'), 'ঐ', 'oi'), 'ঔ', 'ou');
  sound := replace(replace(sound, 'ৃ', 'ri'), 'ঋ', 'ri');
  sound := translate(sound, 'অআইঈউঊএওকগজঞটডণতদনপফবভমযরলশষসহৎািীুূেোড়ঢ়য়্ঁঃ',
    'oaiiuueokgjntdntdnpfbvmjrlssshtaiiuueorry');
  return regexp_replace(sound, '(ch|[a-z])\1+', '\1', 'g');
end $$;

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
