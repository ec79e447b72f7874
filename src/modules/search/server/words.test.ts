import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addProduct, changeMyProduct, deleteMyProduct, editMyProduct } from '#modules/catalogue/contract.ts';
import { aCategory, aProduct } from '#modules/catalogue/server/fixtures.ts';
import { HOSTILE_TEXTS } from '../../../../tests/support/hostile-input.ts';
import { openTestStore, type Person, type TestStore } from '../../../../tests/support/test-store.ts';
import * as calls from '../contract.ts';
import { areaOf, wordsOf } from '../words.rules.ts';

let store: TestStore;
let admin: Person;
let seller: Person;
let buyer: Person;
let categoryId: string;
let shoes: string;
beforeAll(async () => {
  store = await openTestStore();
  [admin, seller, buyer] = [await store.as('admin'), await store.as('seller'), await store.as('buyer')];
  [categoryId, shoes] = [await aCategory(store.db), await aCategory(store.db, 'Shoes')];
  await store.db.updateTable('categories').set({ name_bn: 'জুতা' }).where('id', '=', shoes).execute();
});
afterAll(() => store.close());

const list = async (productName: string, changes: Record<string, unknown> = {}) =>
  (await seller.api.send(addProduct, { body: aProduct(categoryId, { productName, description: '', ...changes }) }))
    .insertedId;
const ask = (q: string) => buyer.api.send(calls.search, { query: { q } });
const search = async (q: string) => (await ask(q)).items.map(({ _id }) => _id);
const corrected = async (q: string) => (await buyer.api.send(calls.searchSummary, { query: { q } })).corrected;
const suggest = (q: string) => buyer.api.send(calls.suggest, { query: { q } });

describe('synonyms', () => {
  test('find each other from the change of an admin until the next one [14.7]', async () => {
    const id = await list('Thingamajig');
    expect(await search('whatsit')).toEqual([]);
    const { insertedId } = await admin.api.send(calls.addSynonyms, { body: { words: ['thingamajigs', 'whatsit'] } });
    expect(await search('whatsit')).toEqual([id]);
    expect(await search('Whatsits')).toEqual([id]);
    const params = { id: insertedId };
    await admin.api.send(calls.editSynonyms, { params, body: { words: ['thingamajig', 'যন্ত্রপাতি', 'what not'] } });
    expect([await search('whatsit'), await search('যন্ত্রপাতি'), await search('what not')]).toEqual([[], [id], [id]]);
    await admin.api.send(calls.removeSynonyms, { params });
    expect([await search('যন্ত্রপাতি'), await search('what not')]).toEqual([[], []]);
  });

  test('apply at once to a word that was just searched', async () => {
    const [one, other] = [await list('Gizmo'), await list('Doodad')];
    expect(await search('gizmo')).toEqual([one]);
    await admin.api.send(calls.addSynonyms, { body: { words: ['gizmo', 'doodad'] } });
    expect(await search('gizmo')).toEqual([other, one]);
  });

  test('exist from the start, in three ways of writing', async () => {
    const { items } = await admin.api.send(calls.listSynonyms, {});
    expect(items.length).toBe(24);
    const { rows } = await sql<{ words: string[] }>`select words from search_synonyms`.execute(store.db);
    expect(rows.length).toBeGreaterThanOrEqual(120);
    expect(rows.find(({ words }) => words.includes('crib'))?.words).toEqual(
      expect.arrayContaining(['cot', 'crib', 'খাট', 'khat']),
    );
  });
});

describe('a search that finds nothing', () => {
  const fewer = async (q: string) => (await buyer.api.send(calls.searchSummary, { query: { q } })).fewer;

  test('names the words that items have together, and those left out', async () => {
    const id = await list('Wobbly Zeppelin');
    await list('Wobbly Marimba');
    await list('Kazoo Lantern');
    expect(await search('wobbly kazoo zeppelin')).toEqual([]);
    expect(await fewer('wobbly kazoo zeppelin')).toEqual({ kept: 'wobbly zeppelin', left: ['kazoo'] });
    expect(await search('wobbly zeppelin')).toEqual([id]);
  });

  test('names those of most items where several come into question, and keeps excluded words', async () => {
    await list('Trombone Puzzle');
    await list('Trombone Stand');
    await list('Quokka Plush');
    expect(await fewer('quokka trombone -stand')).toEqual({ kept: 'trombone -stand', left: ['quokka'] });
  });

  test('names none for a single word, and none while something is found', async () => {
    expect(await fewer('qqqqqqqq')).toBeUndefined();
    expect(await fewer('wobbly zeppelin')).toBeUndefined();
  });
});

describe('an unknown word', () => {
  test('is replaced by the nearest known one, and the summary says so [14.2]', async () => {
    const id = await list('Xylophone');
    expect([await search('xylofone'), await corrected('xylofone')]).toEqual([[id], 'xylophone']);
    expect([await search('xilophon'), await corrected('xylophone')]).toEqual([[id], undefined]);
  });

  test('finds the words that begin with it', async () => {
    const id = await list('Kaleidoscope');
    expect([await search('kaleid'), await corrected('kaleid')]).toEqual([[id], undefined]);
  });

  test('is not replaced when a description has it', async () => {
    const [other, id] = [await list('Marble run'), await list('Pram', { description: 'It is marple.' })];
    expect(await search('marple')).toEqual([id]);
    expect(await search('marble')).toEqual([other]);
  });
});

describe('suggestions', () => {
  test('are words of names on offer, frequent pairs, and corrections [14.5]', async () => {
    for (const name of ['Dinosaur pyjamas', 'Dinosaur pyjamas, green', 'Dinosaur lamp']) await list(name);
    expect((await suggest('dino')).words).toEqual(['dinosaur', 'dinosaur pyjamas']);
    expect((await suggest('green DINO')).words).toEqual(['green dinosaur', 'green dinosaur pyjamas'].slice(0, 1));
    expect((await suggest('dinosuar')).words[0]).toBe('dinosaur');
    expect(await suggest('')).toEqual({ categories: [], items: [], words: [] });
  });

  test('are categories with their number of products on offer, by their names and synonyms', async () => {
    const { length: count } = (
      await sql`select from products where category_id = ${shoes} and status = 'unsold'`.execute(store.db)
    ).rows;
    const category = { _id: shoes, names: { en: 'Shoes', bn: 'জুতা' }, count, more: false };
    for (const q of ['sho', 'জু', 'juta']) expect((await suggest(q)).categories, q).toEqual([category]);
    const sold = await list('Bootees', { categoryId: shoes });
    expect((await suggest('sho')).categories).toEqual([{ ...category, count: count + 1 }]);
    await seller.api.send(changeMyProduct, { params: { id: sold }, query: { status: 'SOLD' } });
    expect((await suggest('sho')).categories).toEqual([category]);
  });

  test('are the newest items on offer with the words in their names, with picture and price and nothing else, also for visitors', async () => {
    const ids = [];
    for (const n of [1, 2, 3, 4, 5]) ids.push(await list(`Yodelling kite ${n}`, { resalePrice: 100 * n }));
    await list('Quiet kite', { description: 'No yodelling.' });
    const asVisitor = (await store.anyone.send(calls.suggest, { query: { q: 'kite yodel' } })).items;
    expect(asVisitor.map(({ _id }) => _id)).toEqual(ids.toReversed().slice(0, 4));
    const imageURL = expect.stringMatching(/^(\/|https:)/);
    expect(asVisitor[0]).toEqual({ _id: ids[4], productName: 'Yodelling kite 5', imageURL, resalePrice: 500 });
    expect((await suggest('yodelling')).items).toEqual(asVisitor);
    await seller.api.send(deleteMyProduct, { params: { id: ids[4] ?? '' } });
    expect((await suggest('yodelling')).items.map(({ _id }) => _id)).toEqual(ids.toReversed().slice(1));
  });

  test('lose a word with the last name that has it [14.5]', async () => {
    const known = async (word: string) =>
      (await sql`select from search_words where word = ${word}`.execute(store.db)).rows.length;
    const [one, two, three] = [await list('Harmonica'), await list('Harmonicas'), await list('Harmonica')];
    const params = { id: one };
    await seller.api.send(deleteMyProduct, { params });
    await seller.api.send(changeMyProduct, { params: { id: three }, query: { status: 'SOLD' } });
    expect([await known('harmonica'), await known('harmonicas')]).toEqual([1, 1]);
    await seller.api.send(editMyProduct, { params: { id: two }, body: { productName: 'Flute' } });
    expect([await known('harmonica'), await known('harmonicas'), await known('flute')]).toEqual([1, 0, 1]);
    await seller.api.send(changeMyProduct, { params: { id: three }, query: { status: 'UNSOLD' } });
    expect((await suggest('harmon')).words).toEqual(['harmonica']);
  });
});

test('similar items are of the same category first, by the words of the name, then newest, without the item itself [14.6]', async () => {
  const own = await aCategory(store.db, 'Looms');
  const inOwn = (name: string) => list(name, { categoryId: own });
  const item = await inOwn('Walnut weaving loom');
  const one = await inOwn('Loom, pine');
  const two = await inOwn('Small weaving loom');
  const other = await list('Walnut weaving loom');
  const [none, newest] = [await inOwn('Shuttle'), await inOwn('Bobbin')];
  const similar = async (id: string) =>
    (await buyer.api.send(calls.listSimilar, { params: { id } })).map(({ _id }) => _id);
  expect(await similar(item)).toEqual([two, one, newest, none, other]);
  await seller.api.send(changeMyProduct, { params: { id: item }, query: { status: 'SOLD' } });
  expect((await similar(item))[0]).toBe(two);
  await seller.api.send(deleteMyProduct, { params: { id: item } });
  await expect(similar(item)).rejects.toMatchObject({ status: 404 });
});

describe('every text', () => {
  const ODD = [
    ...HOSTILE_TEXTS,
    ...[
      '"',
      '""',
      '"a',
      '-',
      '--',
      '-"',
      '- -',
      '!',
      '&|!()',
      ':*',
      'a:*',
      "a':*",
      '\\',
      "\\'",
      "'",
      "''",
      'a & !b',
      '<->',
    ],
    ...[
      'a <-> b',
      "x' | 'y",
      '-"a b',
      '“pram”',
      '/cx',
      '/n',
      '*',
      '%',
      '_',
      '৳',
      '্',
      'ঁ',
      '\u200d',
      '🙂',
      '0',
      '-0',
      'a-b-c',
    ],
    'pram '.repeat(20),
    '-pram '.repeat(16),
    '"a b" '.repeat(16),
    'ab '.repeat(33),
  ];

  test.each(ODD.map((q) => [JSON.stringify(q.slice(0, 60)), q]))(
    '%s is looked for or refused [14.8 T18]',
    async (_, q) => {
      for (const path of ['/search', '/search/summary', '/search/suggestions']) {
        const url = `/api${path}?${new URLSearchParams({ q: q.toWellFormed().slice(0, 2000) })}`;
        const answer = await store.app.inject({ url, headers: { authorization: `Bearer ${buyer.token}` } });
        expect([200, 400], answer.body).toContain(answer.statusCode);
      }
    },
  );

  test('can be the name of a product', async () => {
    for (const name of ['ঁঃ', '্্', '🙂🙂', '" & !', "'':*", '12 34']) await list(name);
  });

  test('of more than twelve words is searched by its first twelve', async () => {
    const words = ['aba', 'cec', 'did', 'fof', 'gug', 'hah', 'jij', 'kok', 'lul', 'mam', 'nen', 'pip'];
    const id = await list(words.join(' '));
    expect(await search(`${words.join(' ')} zuz yoy`)).toEqual([id]);
    expect(await search('??? !!!')).toEqual([]);
  });
});

test('PostgreSQL and TypeScript read the same words and areas in a text', async () => {
  const texts = [
    ...HOSTILE_TEXTS.map((text) => text.slice(0, 200).replaceAll('\0', '').toWellFormed()),
    "Children's T-SHIRT, size 4½ — 1.5m (new!)",
    'খাট ও তোশক, মিরপুর ১০। বড়\u200d গাঢ় য়\u09df ৳৫০০',
    '\u09a1\u09bc\u09a2\u09bc\u09af\u09bc ঁঃ ক্ষ',
    'Café É Ω ß',
    ' Mirpur\u00a0 10 ,Dhaka',
    'মিরপুর ১০, ঢাকা',
  ];
  for (const text of texts) {
    const { rows } = await sql<{ words: string[]; area: string }>`select
      array(select word from string_to_table(search_plain(${text}), ' ') as word
        where search_lexeme(word) is not null) as words, search_area(${text}) as area`.execute(store.db);
    expect(rows).toEqual([{ words: wordsOf(text), area: areaOf(text) }]);
  }
});
