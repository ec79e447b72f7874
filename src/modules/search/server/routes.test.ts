import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bookProduct } from '#modules/bookings/contract.ts';
import { addProduct, changeMyProduct, deleteMyProduct, editMyProduct } from '#modules/catalogue/contract.ts';
import { aCategory, aProduct } from '#modules/catalogue/server/fixtures.ts';
import { verifyUser } from '#modules/identity/contract.ts';
import { untilIdle } from '../../../../tests/support/rows.ts';
import { openTestStore, type Person, type TestStore } from '../../../../tests/support/test-store.ts';
import * as calls from '../contract.ts';

let store: TestStore;
let admin: Person;
let seller: Person;
let verified: Person;
let buyer: Person;
let prams: string;
let books: string;
beforeAll(async () => {
  store = await openTestStore({ PAGE_SIZE: '5' });
  [admin, seller, verified, buyer] = [
    await store.as('admin'),
    await store.as('seller'),
    await store.as('seller'),
    await store.as('buyer'),
  ];
  [prams, books] = [await aCategory(store.db), await aCategory(store.db, 'Books')];
  await admin.api.send(verifyUser, { params: { id: verified.id }, body: { verify: 'Verified' } });
});
afterAll(() => store.close());

/** Each test has its own word, so that no test finds the products of another. */
const WORDS =
  'zeppelin marzipan obelisk kumquat flotilla gazebo hyacinth nocturne periwinkle umbrage quixotic verandah wigwam yarrow'.split(
    ' ',
  );
const aWord = () => WORDS.shift() ?? expect.unreachable();

const list = async (productName: string, changes: Record<string, unknown> = {}, by = seller) =>
  (await by.api.send(addProduct, { body: aProduct(prams, { productName, description: '', ...changes }) })).insertedId;
const search = async (query: Parameters<typeof ask>[0]) => (await ask(query)).items.map(({ _id }) => _id);
const ask = (
  query: Partial<calls.SearchQueryInput> & { sort?: 'best' | 'newest' | 'cheap' | 'dear'; cursor?: string },
) => buyer.api.send(calls.search, { query });
const summary = (query: calls.SearchQueryInput) => buyer.api.send(calls.searchSummary, { query });

/** Returns the ids of all pages in order. */
async function readAllPages(query: Parameters<typeof ask>[0], between: () => Promise<unknown> = async () => undefined) {
  const ids: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await ask(cursor ? { ...query, cursor } : query);
    ids.push(...page.items.map(({ _id }) => _id));
    if (!page.next) return ids;
    cursor = page.next;
    await between();
  }
}

describe('results', () => {
  test('with the words in the name come before those with the words in the description, newest among equals [14.1]', async () => {
    const word = aWord();
    const said = await list('Coach pram', { description: `It was a ${word} once.` });
    const [named, alsoNamed] = [await list(`${word} pram`), await list(`A ${word}`)];
    const alsoSaid = await list('Coach pram', { description: word });
    expect(await search({ q: word })).toEqual([alsoNamed, named, alsoSaid, said]);
    expect(await search({ q: word, sort: 'newest' })).toEqual([alsoSaid, alsoNamed, named, said]);
  });

  test('are on offer: not sold, not removed, and found by their present name', async () => {
    const [word, other] = [aWord(), aWord()];
    const [sold, gone, renamed] = [await list(word), await list(word), await list(word)];
    await seller.api.send(changeMyProduct, { params: { id: sold }, query: { status: 'SOLD' } });
    await seller.api.send(deleteMyProduct, { params: { id: gone } });
    await seller.api.send(editMyProduct, { params: { id: renamed }, body: { productName: other } });
    expect(await search({ q: word })).toEqual([]);
    expect(await search({ q: other })).toEqual([renamed]);
    await seller.api.send(changeMyProduct, { params: { id: sold }, query: { status: 'UNSOLD' } });
    expect(await search({ q: word })).toEqual([sold]);
  });

  test('show a visitor no phone, no e-mail and no surname, and nor do similar products', async () => {
    const word = aWord();
    const owner = await store.as('seller', 'Sadia Chowdhury-Canary');
    const [id, other] = [await list(word, {}, owner), await list(`Another ${word}`, {}, owner)];
    const pages = { search: `/search?q=${word}`, similar: `/items/${id}/similar` };
    for (const path of Object.values(pages)) {
      const { statusCode, body } = await store.app.inject({ url: `/api${path}` });
      expect([path, statusCode, body.includes(other)]).toEqual([path, 200, true]);
      for (const canary of ['01712345678', owner.email, 'Chowdhury', 'Sadia C']) expect(body).not.toContain(canary);
      expect(body).toContain('"sellerName":"Sadia"');
    }
    const [seen] = (await ask({ q: word })).items;
    expect(seen).toMatchObject({ phone: '01712345678', createdBy: owner.email, sellerName: 'Sadia C.' });
    const counted = await store.anyone.send(calls.searchSummary, { query: { q: word } });
    expect(counted.total.count).toBe(2);
    expect((await store.anyone.send(calls.suggest, { query: { q: word.slice(0, 4) } })).words).toContain(word);
  });

  test('look as on the page of their category', async () => {
    const word = aWord();
    const id = await list(word, { description: 'One wheel squeaks.' }, verified);
    expect((await ask({ q: word })).items).toEqual([
      expect.objectContaining({
        _id: id,
        productName: word,
        resalePrice: 6500,
        booked: false,
        user_info: [{ verify: 'Verified' }],
      }),
    ]);
  });

  test('are sorted by price, cheapest or dearest first, newest among equals [14.1]', async () => {
    const word = aWord();
    const ids: Record<string, string> = {};
    for (const price of [500, 1.5, 500, 10_000_000, 499.99, 1.49, 0.01])
      ids[`${price} ${Object.keys(ids).length}`] = await list(word, { resalePrice: price });
    const cheap = ['0.01 6', '1.49 5', '1.5 1', '499.99 4', '500 2', '500 0', '10000000 3'].map((key) => ids[key]);
    expect(await readAllPages({ q: word, sort: 'cheap' })).toEqual(cheap);
    const dear = ['10000000 3', '500 2', '500 0', '499.99 4', '1.5 1', '1.49 5', '0.01 6'].map((key) => ids[key]);
    expect(await readAllPages({ q: word, sort: 'dear' })).toEqual(dear);
    expect(await readAllPages({ q: word, sort: 'cheap', min: 1.49, max: 500 })).toEqual(cheap.slice(1, 6));
    expect(await readAllPages({ q: word, sort: 'dear', min: 1.5, max: 499.99 })).toEqual(dear.slice(3, 5));
    expect(new Set(await readAllPages({ q: word, min: 1.5, max: 500 }))).toEqual(new Set(cheap.slice(2, 6)));
    expect(await readAllPages({ q: word, min: 500, max: 1.5 })).toEqual([]);
  });

  test.each(['best', 'newest', 'cheap', 'dear'] as const)(
    'by %s come once each on all pages, while products are added in between [14.1]',
    async (sort) => {
      const word = aWord();
      const kept = new Set<string>();
      for (let n = 0; n < 13; n += 1)
        kept.add(await list(n % 3 ? word : 'Pram', { description: word, resalePrice: 500 + (n % 4) }));
      const seen = await readAllPages({ q: word, sort }, () => list(word, { resalePrice: 501 }));
      const ofKept = seen.filter((id) => kept.has(id));
      expect(new Set(seen).size).toBe(seen.length);
      expect(new Set(ofKept)).toEqual(kept);
    },
  );

  test('are complete when many products have the same time', async () => {
    const word = aWord();
    const id = await list(word);
    const {
      id: _,
      document,
      area,
      ...row
    } = await store.db.selectFrom('products').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    await store.db
      .insertInto('products')
      .values(Array.from({ length: 31 }, () => row))
      .execute();
    await store.db.deleteFrom('products').where('id', '=', id).execute();
    for (const sort of ['best', 'cheap', 'dear'] as const) {
      const seen = await readAllPages({ q: word, sort });
      expect([seen.length, new Set(seen).size]).toEqual([31, 31]);
      expect(seen).toEqual(seen.toSorted().reverse());
    }
  });

  test('a cursor belongs to one order', async () => {
    const word = aWord();
    for (let n = 0; n < 6; n += 1) await list(word);
    const { next = '' } = await ask({ q: word, sort: 'cheap' });
    await expect(ask({ q: word, sort: 'dear', cursor: next })).rejects.toMatchObject({ status: 400 });
    expect((await ask({ q: word, sort: 'cheap', cursor: next })).items).toHaveLength(1);
  });
});

describe('filters', () => {
  let word: string;
  let ids: Record<'plain' | 'fair' | 'used' | 'book' | 'banani' | 'dear' | 'ticked' | 'held', string>;
  beforeAll(async () => {
    word = aWord();
    ids = {
      plain: await list(word, { useYear: 0.5 }),
      fair: await list(word, { quality: 'Fair', useYear: 1 }),
      used: await list(word, { useYear: 9 }),
      book: await list(word, { categoryId: books, useYear: 2.5 }),
      banani: await list(word, { location: ' Banani , Dhaka', useYear: 2 }),
      dear: await list(word, { resalePrice: 90_000, useYear: 2 }),
      ticked: await list(word, { useYear: 2 }, verified),
      held: await list(word, { useYear: 2 }),
    };
    const body = { itemId: ids.held, phone: '01712345678', location: 'Mirpur 10' };
    await buyer.api.send(bookProduct, { body });
  });
  const found = async (query: Parameters<typeof ask>[0]) => {
    const seen = await readAllPages({ q: word, ...query });
    return Object.entries(ids)
      .filter(([, id]) => seen.includes(id))
      .map(([name]) => name);
  };

  test('narrow the results, each alone and all together [14.3]', async () => {
    expect(await found({})).toEqual(Object.keys(ids));
    expect(await found({ condition: 'Fair' })).toEqual(['fair']);
    expect(await found({ condition: 'Fair,Good' })).toEqual(Object.keys(ids));
    expect(await found({ category: books })).toEqual(['book']);
    expect(await found({ area: 'BANANI' })).toEqual(['banani']);
    expect(await found({ area: 'banani,dhanmondi' })).toEqual(Object.keys(ids));
    expect(await found({ years: '0' })).toEqual(['plain']);
    expect(await found({ years: '1' })).toEqual(['plain', 'fair']);
    expect(await found({ years: '5' })).not.toContain('used');
    expect(await found({ min: '90000' })).toEqual(['dear']);
    expect(await found({ min: 6500.01, max: 100_000 })).toEqual(['dear']);
    expect(await found({ max: 6500 })).not.toContain('dear');
    expect(await found({ verified: 'true' })).toEqual(['ticked']);
    expect(await found({ free: 'true' })).toEqual(Object.keys(ids).filter((name) => name !== 'held'));
    const all = { category: prams, condition: 'Good', min: 1, max: 7000, area: 'dhanmondi', years: '2' } as const;
    expect(await found({ ...all, verified: 'true', free: 'true' })).toEqual(['ticked']);
  });

  test('that a form sends empty narrow nothing', async () => {
    const empty = { q: '', category: '', condition: '', min: '', max: '', area: '', years: '', verified: '', free: '' };
    expect((await ask({ ...empty, q: word, min: '0' } as never)).items).toHaveLength(5);
  });

  test('have the number of products of each option, with the other filters unchanged [14.4]', async () => {
    const told = await summary({ q: word, condition: 'Good', years: '2' });
    expect(told.total).toEqual({ count: 5, more: false });
    expect(told.conditions.map(({ value, count }) => [value, count])).toEqual([
      ['Excellent', 0],
      ['Good', 5],
      ['Fair', 1],
    ]);
    expect(told.years.map(({ value, count }) => [value, count])).toEqual([
      ['0', 1],
      ['1', 1],
      ['2', 5],
      ['5', 6],
    ]);
    expect(told.areas).toEqual([
      { value: 'dhanmondi', label: 'Dhanmondi', district: { en: 'Dhaka', bn: 'ঢাকা' }, count: 4, more: false },
      { value: 'banani', label: 'Banani', district: { en: 'Dhaka', bn: 'ঢাকা' }, count: 1, more: false },
    ]);
    expect(told.categories.find(({ _id }) => _id === prams)).toEqual({ _id: prams, count: 5, more: false });
    expect(told.categories.find(({ _id }) => _id === books)).toEqual({ _id: books, count: 0, more: false });
    expect([told.verified, told.free]).toEqual([
      { count: 1, more: false },
      { count: 4, more: false },
    ]);
    expect(told.drop).toEqual([]);
  });

  test('group places under their district, in either script; an unknown place has none', async () => {
    const place = aWord();
    for (const location of ['মিরপুর ১০', 'Agrabad 2, Chattogram', 'Block C', 'Mirpur 12'])
      await list(place, { location: `${location}` });
    const areas = (await summary({ q: place })).areas.map(({ label, district }) => [label, district?.bn]);
    expect(Object.fromEntries(areas)).toEqual({
      'মিরপুর ১০': 'ঢাকা',
      'Agrabad 2': 'চট্টগ্রাম',
      'Block C': undefined,
      'Mirpur 12': 'ঢাকা',
    });
  });

  test('without results say which single filter to remove, and the number of products then [14.4]', async () => {
    const told = await summary({ q: word, condition: 'Fair', area: 'banani', verified: 'true' });
    expect([told.total.count, told.drop]).toEqual([0, []]);
    const near = await summary({ q: word, condition: 'Good', area: 'banani', years: '1' });
    expect(near.drop).toEqual([
      { filter: 'area', value: 'banani', count: 1, more: false },
      { filter: 'years', value: '1', count: 1, more: false },
    ]);
  });

  test('find a product whose seller is verified during the listing', async () => {
    const late = await store.as('seller');
    const verification = await store.pool.connect();
    await verification.query('begin');
    await verification.query('update user_roles set verified_at = now() where user_id = $1', [late.id]);
    const id = await list(word, {}, late);
    await verification.query('commit');
    verification.release();
    await untilIdle(store.db);
    expect(await search({ q: word, verified: 'true' })).toContain(id);
    await store.db.deleteFrom('products').where('seller_id', '=', late.id).execute();
  });

  test('follow the verification of a seller, and its end [14.3]', async () => {
    const late = await store.as('seller');
    const id = await list(word, {}, late);
    expect(await search({ q: word, verified: 'true' })).not.toContain(id);
    await admin.api.send(verifyUser, { params: { id: late.id }, body: { verify: 'Verified' } });
    await untilIdle(store.db);
    expect(await search({ q: word, verified: 'true' })).toContain(id);
    const listedThen = await list(word, {}, late);
    expect(await search({ q: word, verified: 'true' })).toContain(listedThen);
    await store.db.updateTable('user_roles').set({ verified_at: null }).where('user_id', '=', late.id).execute();
    await untilIdle(store.db);
    expect(await search({ q: word, verified: 'true' })).toEqual([ids.ticked]);
    await store.db.deleteFrom('products').where('seller_id', '=', late.id).execute();
  });
});
