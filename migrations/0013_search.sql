-- How texts become words, and facts become words beside them, so that one index answers every search. Nothing here depends
-- on the database's locale. TypeScript knows `search_plain` and `search_area`, too: src/modules/search/rules.ts.
create extension if not exists pg_trgm;

-- A text as words of small letters, digits and Bangla letters, with spaces between them.
create function search_plain(said text) returns text language sql immutable parallel safe strict
return regexp_replace(
  translate(replace(replace(replace(lower(normalize(said, NFC) collate "C"),
    U&'\09A1\09BC', U&'\09DC'), U&'\09A2\09BC', U&'\09DD'), U&'\09AF\09BC', U&'\09DF'),
    U&'০১২৩৪৫৬৭৮৯''\2019\200C\200D\09BC\09F2\09F3', '0123456789'),
  '[^a-z0-9ঀ-৿ ]+', ' ', 'g');

-- The area of a pick-up point, as it is compared: what stands before its first comma.
create function search_area(location text) returns text language sql immutable parallel safe strict
return btrim(regexp_replace(
  translate(lower(normalize(split_part(location, ',', 1), NFC) collate "C"), '০১২৩৪৫৬৭৮৯', '0123456789'),
  U&'[ \0009\000A\000D\00A0]+', ' ', 'g'));

-- PostgreSQL's parser takes a Bangla word apart at its signs where the locale does not count them as letters. So each
-- letter is written as one that every locale counts as such, and letters that are often taken for one another as the
-- same. Endings that only say "the" or "of" fall away.
create function search_folded(plain text) returns text language sql immutable parallel safe strict
return case when plain ~ '[ঀ-৿]' then
  translate(regexp_replace(plain, '([ঀ-৿]{3,}?)(গুলো|গুলি|টি|টা|ের)(?= |$)', '\1', 'g'),
    'অআইঈউঊঋএঐওঔকখগঘঙচছজঝঞটঠডঢণতথদধনপফবভমযরলশষসহৎংািীুূৃেৈোৌ্ড়ঢ়য়ঁঃ', '가각갂갂갃갃간갅갆갇갈갉갊갋갌갍갎갏감갑값갓갔강갖갗갘같갚갛갗개객갞갟갠감갡갢갣갣갣갤갘갍갥갦갦갧갧갨갩갪갫갬갭갮갯갰')
  else plain end;

-- English words lose their endings. None is left out: which words say nothing is for who asks to know.
create text search dictionary search_stem (template = snowball, language = english);
create text search configuration search (copy = simple);
alter text search configuration search
  alter mapping for asciiword, word, numword, uint, int, float, sfloat, version, host, email, url, url_path, file, hword,
    asciihword, numhword, hword_part, hword_asciipart, hword_numpart with search_stem;

create function search_vector(said text) returns tsvector language sql immutable parallel safe strict
return to_tsvector('search', search_folded(search_plain(said)));

-- One word of search_plain's, as the index has it; null where nothing is left of it.
create function search_lexeme(word text) returns text language sql immutable parallel safe strict
return (ts_lexize('search_stem', search_folded(word)))[1];

-- A phrase as its lexemes, with spaces between them.
create function search_key(phrase text) returns text language sql immutable parallel safe strict
return (select string_agg(search_lexeme(w.word), ' ' order by w.n)
  from string_to_table(search_plain(phrase), ' ') with ordinality as w (word, n) where w.word <> '');

create function search_keys(phrases text[]) returns text[] language sql immutable parallel safe strict
return (select array_agg(search_key(phrase)) from unnest(phrases) as phrase);

-- All that a search asks of a product, as one vector. A fact begins with a slash, as no word does. A price and an instant
-- lie in one band of each width, which are powers of 8: /p3a is the eleventh band of prices 8^3 poisha wide, and the
-- bands of time are those of 4 hours from 2020 on. Written out, because it runs for each product; and with the schema's
-- name, because a dump comes back without a search path.
create function search_document(name text, description text, category_id uuid, quality text, location text,
  years_used numeric, price_poisha bigint, created_at timestamptz, seller_verified boolean)
returns tsvector language plpgsql immutable parallel safe as $$
declare
  named constant tsvector := setweight(public.search_vector(name), 'A');
  hours constant bigint := least(greatest(floor(extract(epoch from created_at) / 14400)::bigint - 109572, 0), 262143);
  facts text[] := array['/c' || category_id, '/q' || quality, '/a' || public.search_area(location),
    '/t0' || to_hex(hours), '/t1' || to_hex(hours >> 3), '/t2' || to_hex(hours >> 6), '/t3' || to_hex(hours >> 9),
    '/t4' || to_hex(hours >> 12), '/t5' || to_hex(hours >> 15),
    '/p0' || to_hex(price_poisha), '/p1' || to_hex(price_poisha >> 3), '/p2' || to_hex(price_poisha >> 6),
    '/p3' || to_hex(price_poisha >> 9), '/p4' || to_hex(price_poisha >> 12), '/p5' || to_hex(price_poisha >> 15),
    '/p6' || to_hex(price_poisha >> 18), '/p7' || to_hex(price_poisha >> 21), '/p8' || to_hex(price_poisha >> 24),
    '/p9' || to_hex(price_poisha >> 27)];
begin
  if seller_verified then facts := facts || '/v'::text; end if;
  if years_used < 1 then facts := facts || '{/y0,/y1,/y2,/y5}'::text[];
  elsif years_used <= 1 then facts := facts || '{/y1,/y2,/y5}'::text[];
  elsif years_used <= 2 then facts := facts || '{/y2,/y5}'::text[];
  elsif years_used <= 5 then facts := facts || '/y5'::text; end if;
  if length(named) > 0 then
    facts := facts || string_to_array('/n' || array_to_string(tsvector_to_array(named), ' /n'), ' ');
  end if;
  return named || public.search_vector(description) || array_to_tsvector(facts);
end $$;

-- How a word sounds, in Latin letters, so that খাট is found near khat and a slip of the pen near what was meant.
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
  -- The vowel that is not written, but before a syllable that has one of its own (দোলনা is dolna).
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

-- Whether its seller is verified is a fact of the product, too. It follows the person's: whoever lists waits for a
-- verification that is under way, and the other way round.
alter table products add column seller_verified boolean not null default false;
update products set seller_verified = true from users where users.id = seller_id and users.verified_at is not null;
alter table products add column document tsvector generated always as (
  case when status = 'unsold' then search_document(name, description, category_id, quality, location, years_used,
    price_poisha, created_at, seller_verified) end) stored;
-- What is listed stands in the index itself: a list of what is still to be added would be read by every search.
create index products_document on products using gin (document) with (fastupdate = off);

create function product_seller_verified() returns trigger language plpgsql as $$ begin
  select verified_at is not null into new.seller_verified from users where id = new.seller_id for share;
  new.seller_verified := coalesce(new.seller_verified, false);
  return new;
end $$;
create trigger product_seller_verified before insert on products for each row execute function product_seller_verified();

create function seller_verified() returns trigger language plpgsql as $$ begin
  -- In the order in which everybody takes several.
  perform from products where seller_id = new.id order by id for no key update;
  update products set seller_verified = new.verified_at is not null where seller_id = new.id;
  return null;
end $$;
create trigger seller_verified after update of verified_at on users for each row
  when ((old.verified_at is null) <> (new.verified_at is null)) execute function seller_verified();

-- The bands of time in the order in which a search looks through them: narrow ones first, from now on back.
create function search_bands_back(from_instant timestamptz) returns setof text language plpgsql stable as $$
declare
  band bigint := least(greatest(floor(extract(epoch from from_instant) / 14400)::bigint - 109571, 0), 262143);
begin
  return next '/t0' || to_hex(band);
  for width in 0..5 loop
    for one in reverse band - 1 .. (band >> 3) << 3 loop
      return next '/t' || width || to_hex(one);
    end loop;
    band := band >> 3;
  end loop;
end $$;

-- Whether anything on offer has a word or fact. Looked for from now on back, so what many have is found at once.
create function search_offers(lexeme text) returns boolean language sql stable
return exists (select from search_bands_back(now()) as band cross join lateral (
  with hits as materialized (
    select id from products where document @@ (quote_literal(lexeme)::tsquery && quote_literal(band)::tsquery))
  select from hits) as found);

-- The words of names of things on offer: what a search may go on to, and what a slip of the pen may have meant.
create table search_words (
  word text primary key,
  lexeme text not null generated always as (search_lexeme(word)) stored,
  sound text not null generated always as (search_sound(word)) stored
);
create index search_words_by_beginning on search_words (word text_pattern_ops);
create index search_words_by_lexeme on search_words (lexeme);
create index search_words_by_sound on search_words (sound);
create index search_words_like on search_words using gin (sound gin_trgm_ops);

create function search_words_of(name text) returns setof text language sql immutable parallel safe strict
begin atomic
  select word from string_to_table(search_plain(name), ' ') as word where length(word) > 1 and word ~ '[^0-9]' and search_lexeme(word) is not null;
end;

create function search_words_of_all(names text[]) returns text[] language sql immutable parallel safe strict
return array(select distinct word from unnest(names) as name, search_words_of(name) as word order by word);

-- One that is just going is waited for, and one that is there stays until who lists it is done.
create function search_words_come(words text[]) returns void language plpgsql as $$
declare missing text[] := words;
begin
  while cardinality(missing) > 0 loop
    insert into search_words (word) select word from unnest(missing) as word order by word on conflict do nothing;
    with kept as (select word from search_words where word = any (missing) order by word for key share)
      select array(select word from unnest(missing) as word where word not in (select word from kept)) into missing;
  end loop;
end $$;

-- A word goes with the last name that has it, but stays while somebody is just listing it. Nobody is waited for, so that
-- two who rename things each to what the other's was called do not wait for each other.
create function search_words_go(words text[]) returns void language plpgsql as $$
declare going text[];
begin
  with taken as (select word from search_words where word = any (words) and not search_offers('/n' || lexeme)
    for update skip locked)
    select array(select word from taken) into going;
  -- Who listed one of them in between has it still.
  delete from search_words where word = any (going) and not search_offers('/n' || lexeme);
end $$;

create function product_words_come() returns trigger language plpgsql as $$ begin
  perform search_words_come(search_words_of_all(array(select name from come where status = 'unsold')));
  return null;
end $$;

create function product_words_change() returns trigger language plpgsql as $$ begin
  perform search_words_come(search_words_of_all(array(select come.name from come join gone using (id)
    where come.status = 'unsold' and (come.name <> gone.name or gone.status <> 'unsold'))));
  perform search_words_go(search_words_of_all(array(select gone.name from come join gone using (id)
    where gone.status = 'unsold' and (come.name <> gone.name or come.status <> 'unsold'))));
  return null;
end $$;

create function product_words_go() returns trigger language plpgsql as $$ begin
  perform search_words_go(search_words_of_all(array(select name from gone where status = 'unsold')));
  return null;
end $$;

create trigger product_words_come after insert on products
  referencing new table as come for each statement execute function product_words_come();
create trigger product_words_change after update on products
  referencing old table as gone new table as come for each statement execute function product_words_change();
create trigger product_words_go after delete on products
  referencing old table as gone for each statement execute function product_words_go();
insert into search_words (word) select distinct word from products, search_words_of(name) as word where status = 'unsold';

-- Words and short phrases that mean the same. `keys` are what the index has of them.
create table search_synonyms (
  id uuid primary key default uuid_v7(),
  words text[] not null check (cardinality(words) between 2 and 20),
  keys text[] not null generated always as (search_keys(words)) stored,
  created_at timestamptz not null default now()
);
create index search_synonyms_by_time on search_synonyms (created_at desc, id desc);
create index search_synonyms_by_key on search_synonyms using gin (keys);

-- Their words, for what a slip of the pen may have meant.
create table search_synonym_words (
  word text primary key,
  sound text not null generated always as (search_sound(word)) stored
);
create index search_synonym_words_like on search_synonym_words using gin (sound gin_trgm_ops);

create function synonym_words() returns trigger language plpgsql as $$ begin
  -- Who changes groups at the same time sees to it one after the other.
  lock table search_synonym_words in exclusive mode;
  delete from search_synonym_words;
  insert into search_synonym_words (word)
    select distinct word from search_synonyms, unnest(words) as phrase, search_words_of(phrase) as word on conflict do nothing;
  return null;
end $$;
create trigger synonym_words after insert or update or delete on search_synonyms
  for each statement execute function synonym_words();

alter table admin_acts
  drop constraint admin_acts_act_check,
  add constraint admin_acts_act_check check (act in ('verify-seller', 'delete-person', 'keep-listing', 'remove-listing',
    'answer-message', 'reopen-message', 'export', 'add-admin', 'remove-admin', 'add-synonyms', 'change-synonyms',
    'remove-synonyms'));

-- What parents in Bangladesh call these things: English from both sides of the Atlantic, Bangla, and Bangla as it is typed
-- in Latin letters.
insert into search_synonyms (words) values
  ('{cot, crib, baby bed, খাট, বেবি খাট, khat, khaat, baby khat, বাচ্চার খাট}'),
  ('{cradle, dolna, দোলনা, bassinet, moses basket, দোলনা খাট, dulna, jhulna, ঝুলনা}'),
  ('{swing, দোলনা, dolna, baby swing, jhula, ঝুলা}'),
  ('{bunk bed, দোতলা খাট, dotola khat, dotala khat}'),
  ('{bed, bichana, বিছানা, palonko, পালঙ্ক}'),
  ('{mattress, তোশক, toshok, toshak, গদি, godi, জাজিম, jajim}'),
  ('{pillow, বালিশ, balish, baalish}'),
  ('{nursing pillow, feeding pillow, breastfeeding pillow, দুধ খাওয়ানোর বালিশ, ফিডিং পিলো}'),
  ('{bolster, side pillow, কোলবালিশ, kolbalish, kol balish}'),
  ('{blanket, কম্বল, kombol, kambal, swaddle, কাঁথা, katha, kantha, nakshi kantha, নকশি কাঁথা}'),
  ('{quilt, লেপ, lep, duvet, comforter}'),
  ('{bed sheet, bedsheet, চাদর, chador, bichanar chador, বিছানার চাদর}'),
  ('{mosquito net, mosquito tent, মশারি, moshari, mosari, mushari}'),
  ('{towel, তোয়ালে, towale, toale, gamcha, গামছা}'),
  ('{hooded towel, baby towel, bath towel, বেবি তোয়ালে}'),
  ('{curtain, পর্দা, porda}'),
  ('{wardrobe, almirah, almari, আলমারি, almira, cupboard, closet, ওয়ারড্রোব}'),
  ('{chest of drawers, drawer, ড্রয়ার, dressers, drawers}'),
  ('{shelf, তাক, tak, bookshelf, বুকশেলফ, rack, র‍্যাক}'),
  ('{toy box, toy storage, খেলনার বাক্স, khelnar baksho, toy basket, খেলনার ঝুড়ি}'),
  ('{night light, night lamp, নাইট লাইট, ডিম লাইট, dim light}'),
  ('{lamp, table lamp, বাতি, bati, ল্যাম্প}'),
  ('{baby monitor, monitor, বেবি মনিটর, baby camera}'),
  ('{stroller, pram, pushchair, buggy, baby carriage, প্র্যাম, স্ট্রলার, stroler, stoller, perambulator, বেবি স্ট্রলার, বাচ্চার গাড়ি, bacchar gari}'),
  ('{car seat, carseat, কার সিট, booster seat, বেবি কার সিট}'),
  ('{baby carrier, carrier, sling, baby wrap, বেবি ক্যারিয়ার, কোলে নেওয়ার ব্যাগ, kangaroo bag, ক্যাঙ্গারু ব্যাগ}'),
  ('{walker, ওয়াকার, baby walker, বেবি ওয়াকার, oakar, wakar}'),
  ('{rocker, bouncer, baby bouncer, রকার, বাউন্সার, rocking chair, দোল চেয়ার}'),
  ('{rocking horse, দোলনা ঘোড়া, রকিং হর্স, dolna ghora, কাঠের ঘোড়া, kather ghora}'),
  ('{play pen, playpen, play yard, প্লে পেন, ball pit, বল পিট, বল হাউস, ball house}'),
  ('{play mat, playmat, play gym, activity gym, খেলার ম্যাট, প্লে ম্যাট, khelar mat}'),
  ('{high chair, highchair, feeding chair, হাই চেয়ার, ফিডিং চেয়ার, বাচ্চার চেয়ার, খাওয়ার চেয়ার, khawar chair, booster chair}'),
  ('{feeding bottle, baby bottle, feeder, ফিডার, ফিডিং বোতল, dudher bottle, দুধের বোতল, fider}'),
  ('{bottle, বোতল, botol, flask, ফ্লাস্ক}'),
  ('{water bottle, পানির বোতল, panir bottle, panir botol, ওয়াটার বোতল, water pot, ওয়াটার পট}'),
  ('{bottle warmer, warmer, ওয়ার্মার, বোতল ওয়ার্মার}'),
  ('{steriliser, sterilizer, স্টেরিলাইজার, jibanunashok, জীবাণুনাশক}'),
  ('{breast pump, ব্রেস্ট পাম্প, milk pump, মিল্ক পাম্প, brest pump}'),
  ('{bib, বিব, baby bib, লালা পোষ, lalaposh}'),
  ('{dummy, pacifier, soother, চুষনি, chushni, chusni, প্যাসিফায়ার}'),
  ('{teether, teething ring, টিথার, দাঁত ওঠার রিং, dat othar}'),
  ('{sippy cup, training cup, সিপি কাপ, mug, মগ}'),
  ('{cup, কাপ, gelas, গ্লাস, glass}'),
  ('{plate, thala, থালা, প্লেট, dish}'),
  ('{bowl, বাটি, bati, বোল}'),
  ('{spoon, চামচ, chamoch, chamuch}'),
  ('{lunch box, lunchbox, tiffin box, টিফিন বক্স, tiffin, tiffin carrier, লাঞ্চ বক্স, টিফিন, টিফিন ক্যারিয়ার}'),
  ('{food processor, blender, ব্লেন্ডার, ফুড প্রসেসর, baby food maker}'),
  ('{nappy, diaper, ডায়াপার, ন্যাপি, daipar, diapar, pampers, প্যাম্পার্স}'),
  ('{cloth nappy, cloth diaper, washable nappy, washable diaper, langot, ল্যাংট, কাপড়ের ডায়াপার}'),
  ('{changing mat, changing table, nappy mat, চেঞ্জিং ম্যাট, diaper mat}'),
  ('{diaper bag, nappy bag, changing bag, ডায়াপার ব্যাগ, mother bag}'),
  ('{potty, পটি, potty seat, commode seat, কমোড সিট, toilet seat, poti, potty training seat}'),
  ('{bath tub, bathtub, baby bath, বাথটাব, গোসলের গামলা, গামলা, gamla, gosoler gamla}'),
  ('{bath toy, bath toys, গোসলের খেলনা, gosoler khelna}'),
  ('{bath seat, bath chair, গোসলের চেয়ার}'),
  ('{thermometer, থার্মোমিটার, thermometar, jor mapar}'),
  ('{nebuliser, nebulizer, নেবুলাইজার}'),
  ('{scale, weighing scale, ওজন মাপার যন্ত্র, ojon machine}'),
  ('{toy, খেলনা, khelna, khelona, kelna, plaything}'),
  ('{doll, পুতুল, putul, barbie, বার্বি}'),
  ('{doll house, dolls house, dollhouse, পুতুলের ঘর, putuler ghor, পুতুল ঘর}'),
  ('{teddy, teddy bear, টেডি, টেডি বিয়ার, bhalluk, ভালুক, ভাল্লুক, bhaluk}'),
  ('{soft toy, stuffed toy, plush, সফট টয়, তুলার পুতুল}'),
  ('{blocks, building blocks, ব্লক, bricks, lego, লেগো, ব্লক্স}'),
  ('{stacking rings, stacking toy, stacker, গোল রিং}'),
  ('{puzzle, jigsaw, পাজল, ধাঁধা, dhadha, pajol}'),
  ('{rattle, ঝুনঝুনি, jhunjhuni, jhumjhumi, ঝুমঝুমি, র‍্যাটল}'),
  ('{board game, ludo, লুডু, ludu, carrom, ক্যারম, karom, দাবা, daba, chess}'),
  ('{cards, তাস, flash cards, ফ্ল্যাশ কার্ড, flashcards}'),
  ('{toy car, খেলনা গাড়ি, khelna gari, remote car, রিমোট গাড়ি, remote control car, rc car}'),
  ('{ride on car, ride on, battery car, ব্যাটারি গাড়ি, chorar gari, চড়ার গাড়ি}'),
  ('{car, gari, গাড়ি, gaari}'),
  ('{train, ট্রেন, train set, রেলগাড়ি, relgari, rel gari}'),
  ('{truck, ট্রাক, lorry, trak}'),
  ('{bus, বাস}'),
  ('{aeroplane, airplane, plane, বিমান, উড়োজাহাজ, urojahaj, প্লেন}'),
  ('{boat, নৌকা, nouka, noukha}'),
  ('{robot, রোবট}'),
  ('{drum, ড্রাম, dhol, ঢোল, তবলা, tabla, tobla}'),
  ('{piano, keyboard, পিয়ানো, কিবোর্ড, harmonium, হারমোনিয়াম, toy piano}'),
  ('{guitar, গিটার, gitar}'),
  ('{kite, ঘুড়ি, ghuri}'),
  ('{ball, বল, bol, football, ফুটবল, soccer ball}'),
  ('{cricket bat, bat, ক্রিকেট ব্যাট, ব্যাট}'),
  ('{badminton racket, racket, racquet, র‍্যাকেট, ব্যাডমিন্টন, badminton}'),
  ('{skates, roller skates, স্কেট, skating shoes, স্কেটিং জুতা}'),
  ('{bicycle, bike, cycle, সাইকেল, saikel, saikal, বাইসাইকেল, bysicle, cykel}'),
  ('{tricycle, trike, three wheeler, তিন চাকার সাইকেল, ট্রাইসাইকেল, tin chakar cycle}'),
  ('{balance bike, ব্যালেন্স বাইক, push bike}'),
  ('{scooter, kick scooter, স্কুটার, skuter}'),
  ('{helmet, হেলমেট, helmate}'),
  ('{slide, স্লাইড, pichhol, পিছল, slipper slide}'),
  ('{trampoline, ট্রাম্পোলিন}'),
  ('{tent, play tent, তাঁবু, tabu, খেলার তাঁবু}'),
  ('{swimming pool, paddling pool, inflatable pool, সুইমিং পুল, বাতাসের পুল}'),
  ('{armbands, swimming ring, life jacket, সাঁতারের টিউব, লাইফ জ্যাকেট}'),
  ('{book, বই, boi}'),
  ('{story book, storybook, গল্পের বই, golper boi, rupkotha, রূপকথা, fairy tale}'),
  ('{picture book, ছবির বই, chobir boi}'),
  ('{rhyme book, nursery rhymes, ছড়ার বই, chhorar boi, chorar boi, ছড়া, chhora}'),
  ('{colouring book, coloring book, রং করার বই, rong korar boi, drawing book, আঁকার বই}'),
  ('{school book, textbook, text book, পাঠ্যবই, pathyo boi, guide book, গাইড বই}'),
  ('{comics, কমিকস, comic, কমিক}'),
  ('{notebook, exercise book, খাতা, khata}'),
  ('{pencil, পেন্সিল, pensil}'),
  ('{pencil box, pencil case, পেন্সিল বক্স, geometry box, জ্যামিতি বক্স}'),
  ('{crayons, crayon, colours, colors, রং, rong, রঙ, রং পেন্সিল, rong pencil, colour pencils, color pencils}'),
  ('{slate, writing board, whiteboard, স্লেট, লেখার বোর্ড, drawing board}'),
  ('{abacus, অ্যাবাকাস, গণনার ফ্রেম}'),
  ('{globe, গ্লোব}'),
  ('{telescope, microscope, টেলিস্কোপ, মাইক্রোস্কোপ}'),
  ('{school bag, schoolbag, backpack, rucksack, স্কুল ব্যাগ, বইয়ের ব্যাগ, boier bag, book bag}'),
  ('{bag, ব্যাগ, beg, থলে, thole}'),
  ('{school uniform, uniform, স্কুল ড্রেস, school dress, ইউনিফর্ম, iuniform}'),
  ('{school shoes, স্কুল জুতা, school juta, স্কুল কেডস}'),
  ('{desk, study table, reading table, পড়ার টেবিল, porar table, porar tebil}'),
  ('{table, টেবিল, tebil}'),
  ('{chair, চেয়ার, cheyar, chear, চেয়ার টেবিল}'),
  ('{stool, টুল, tul, pidi, পিঁড়ি, piri}'),
  ('{dress, frock, ফ্রক, জামা, jama, ফ্রোক, frok, ড্রেস, gown, গাউন}'),
  ('{shirt, শার্ট, sart}'),
  ('{t shirt, tshirt, tee shirt, টি শার্ট, গেঞ্জি, genji, ganji, গেঞ্জী}'),
  ('{trousers, pants, প্যান্ট, pant, pajama, পায়জামা, payjama}'),
  ('{shorts, half pants, হাফ প্যান্ট, half pant}'),
  ('{jeans, জিন্স, jins, denim}'),
  ('{skirt, স্কার্ট, ghagra, ঘাগরা}'),
  ('{panjabi, punjabi, পাঞ্জাবি, panjabee, kurta, কুর্তা}'),
  ('{salwar kameez, salwar, সালোয়ার কামিজ, three piece, থ্রি পিস, selowar}'),
  ('{lehenga, লেহেঙ্গা, lehnga}'),
  ('{sari, saree, শাড়ি, shari, sharee}'),
  ('{jumper, sweater, pullover, সোয়েটার, soyetar, sweter, woollen, উলের জামা, uler jama}'),
  ('{jacket, coat, জ্যাকেট, কোট, jaket, শীতের জামা, shiter jama, winter coat}'),
  ('{raincoat, রেইনকোট, rain coat, বর্ষাতি, borshati}'),
  ('{umbrella, ছাতা, chata, chhata}'),
  ('{hat, cap, টুপি, tupi, topi, ক্যাপ}'),
  ('{gloves, mittens, হাতমোজা, hat moja, hatmoja, দস্তানা}'),
  ('{socks, মোজা, moja, muja}'),
  ('{scarf, মাফলার, muffler, maflar}'),
  ('{romper, bodysuit, onesie, baby grow, babygro, রম্পার, রোম্পার, sleepsuit, বডিস্যুট, নিমা, nima}'),
  ('{pyjamas, pajamas, nightwear, sleepwear, নাইট ড্রেস, রাতের পোশাক, night dress}'),
  ('{vest, undershirt, স্যান্ডো গেঞ্জি, sando genji}'),
  ('{clothes, clothing, কাপড়, kapor, জামাকাপড়, jamakapor, jama kapor, পোশাক, poshak}'),
  ('{maternity dress, maternity wear, ম্যাটারনিটি ড্রেস, nursing dress, গর্ভবতী মায়ের পোশাক}'),
  ('{swimsuit, swimming costume, bathing suit, সুইমস্যুট, সাঁতারের পোশাক}'),
  ('{costume, fancy dress, সাজের পোশাক, jemon khushi sajo}'),
  ('{shoes, জুতা, juta, jutha, joota, জুতো, juto}'),
  ('{trainers, sneakers, keds, কেডস, running shoes}'),
  ('{sandals, স্যান্ডেল, sandel, sendel, chappal, চপ্পল, choppol, slippers}'),
  ('{boots, gumboots, wellies, rain boots, বুট, বুট জুতা, গামবুট}'),
  ('{baby shoes, booties, বেবি জুতা, baby juta}'),
  ('{hair clip, hairband, hair band, চুলের ক্লিপ, chuler clip, চুলের ব্যান্ড}'),
  ('{bangles, bracelet, চুড়ি, churi, bala, বালা}'),
  ('{watch, ঘড়ি, ghori, হাতঘড়ি, hatghori}'),
  ('{spectacles, sunglasses, চশমা, choshma, chosma}'),
  ('{purse, wallet, টাকার ব্যাগ, মানিব্যাগ, money bag}'),
  ('{mobile, cot mobile, musical mobile, ঝুলন্ত খেলনা, jhulonto khelna}'),
  ('{tablet, kids tablet, ট্যাব, tab}'),
  ('{fan, ফ্যান, pakha, পাখা, table fan}'),
  ('{heater, হিটার, room heater}'),
  ('{safety gate, baby gate, stair gate, সেফটি গেট, নিরাপত্তা গেট, bed rail, বেড রেল}'),
  ('{corner guard, edge guard, কর্নার গার্ড, safety lock}'),
  ('{set, সেট, bundle, combo, কম্বো}'),
  ('{newborn, new born, নবজাতক, nobojatok, nobojatak, infant}'),
  ('{baby, বেবি, শিশু, shishu, sisu, বাচ্চা, baccha, bachcha, babu, বাবু}'),
  ('{child, kid, children, kids, বাচ্চাদের, bacchader, ছোটদের, chotoder}'),
  ('{girl, মেয়ে, meye, মেয়েদের, meyeder, girls}'),
  ('{boy, ছেলে, chele, ছেলেদের, cheleder, boys}'),
  ('{mother, mum, mom, মা, মায়ের, mayer}'),
  ('{new, নতুন, notun, brand new}'),
  ('{wooden, wood, কাঠের, kather, কাঠ, kath}'),
  ('{plastic, প্লাস্টিক, plastik, প্লাস্টিকের}'),
  ('{cotton, সুতি, suti, সুতির}'),
  ('{wool, উল, উলের, woollen, ul}'),
  ('{eid, ঈদ, ইদ, ঈদের, eider}'),
  ('{boishakh, pohela boishakh, বৈশাখ, পহেলা বৈশাখ, baishakh, boishakhi, বৈশাখী}'),
  ('{birthday, জন্মদিন, jonmodin, jonmodiner, জন্মদিনের}'),
  ('{winter, শীত, শীতের, shiter}'),
  ('{summer, গরম, gorom, গরমের, goromer}'),
  ('{red, লাল, lal, laal}'),
  ('{blue, নীল, nil, neel}'),
  ('{yellow, হলুদ, holud}'),
  ('{green, সবুজ, sobuj}'),
  ('{pink, গোলাপি, golapi}'),
  ('{white, সাদা, sada, shada}'),
  ('{black, কালো, kalo}'),
  ('{grey, gray, ধূসর, dhusor, ছাই রং}');
