import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addProduct } from '#modules/catalogue/contract.ts';
import { aCategory, aProduct } from '#modules/catalogue/server/fixtures.ts';
import { addSynonyms, search, searchSummary, suggest } from '#modules/search/contract.ts';
import { openTestStore, type Person, type TestStore } from '../support/test-store.ts';
import { listCatalogue } from './catalogue.ts';

interface Query {
  kind: string;
  q: string;
  /** Keys that must be among the first three. */
  first: string[];
  /** Keys that must not be found. */
  never: string[];
}

const read = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8');
const queries: Query[] = JSON.parse(read('queries.json'));

let store: TestStore;
let buyer: Person;
let keys: Map<string, string>;
beforeAll(async () => {
  store = await openTestStore();
  buyer = await store.as('buyer');
  keys = await listCatalogue(store);
});
afterAll(() => store.close());

/** Returns the faults of the products that a query finds. */
async function faultsOf({ q, first, never }: Query): Promise<string[]> {
  const { items } = await buyer.api.send(search, { query: { q } });
  const found = items.map(({ _id }) => keys.get(_id) ?? _id);
  return [
    ...first.filter((key) => !found.slice(0, 3).includes(key)).map((key) => `${key} is not among the first three`),
    ...never.filter((key) => found.includes(key)).map((key) => `${key} is found`),
    ...(first.length === 0 && found.length > 0 ? [`${found[0]} is found`] : []),
  ];
}

/** Lists a product. Returns its id. */
async function list(productName: string): Promise<string> {
  const seller = await store.as('seller');
  const { insertedId } = await seller.api.send(addProduct, {
    body: aProduct(await aCategory(store.db, productName), { productName }),
  });
  return insertedId;
}

describe('the queries of parents', () => {
  test('number at least eighty, of every kind', () => {
    expect(new Set(queries.map(({ q }) => q)).size).toBe(queries.length);
    expect(queries.length).toBeGreaterThanOrEqual(80);
    const kinds = new Set(queries.map(({ kind }) => kind));
    for (const kind of ['English', 'Bangla', 'Romanised', 'Typo', 'Excluded', 'Quoted', 'Prefix', 'Nonsense'])
      expect(kinds).toContain(kind);
  });

  test('find their products in 95 of 100 cases; the README lists the others [14.2]', async () => {
    const misses: string[] = [];
    for (const query of queries) {
      const faults = await faultsOf(query);
      if (faults.length > 0) misses.push(`\`${query.q}\`: ${faults.join(', ')}`);
    }
    const told = read('README.md')
      .split('\n')
      .filter((line) => line.startsWith('- `'))
      .map((line) => line.slice(2));
    expect(misses).toEqual(told);
    expect(misses.length).toBeLessThanOrEqual(queries.length * 0.05);
  });

  test('find synonyms before words with the same prefix only', async () => {
    const admin = await store.as('admin');
    await admin.api.send(addSynonyms, { body: { words: ['zilu', 'lantern'] } });
    const lantern = await list('Paper lantern');
    const begins = await list('Frock for Zilumela');
    const { items } = await buyer.api.send(search, { query: { q: 'zilu' } });
    expect(items.map(({ _id }) => _id)).toEqual([lantern, begins]);
  });

  test('are shown corrected after a typing error', async () => {
    for (const q of ['stroler', 'strollr', 'stoller'])
      expect(await buyer.api.send(searchSummary, { query: { q } })).toMatchObject({ corrected: 'stroller' });
    expect(await buyer.api.send(searchSummary, { query: { q: 'bycicle' } })).not.toHaveProperty('corrected');
  });

  test('find the same for প্রাম and for প্র্যাম', async () => {
    const [one, other] = await Promise.all(['প্রাম', 'প্র্যাম'].map((q) => buyer.api.send(search, { query: { q } })));
    expect(one?.items.length).toBeGreaterThan(2);
    expect(one).toEqual(other);
  });

  test('are suggested only with results, the nearest first', async () => {
    const { words } = await buyer.api.send(suggest, { query: { q: 'wheelbarow' } });
    expect(words[0]).toMatch(/^wheel/);
    for (const q of ['perambul', 'bhalluk', 'schol', 'wheelbarow', 'sandpi']) {
      for (const word of (await buyer.api.send(suggest, { query: { q } })).words) {
        const { items } = await buyer.api.send(search, { query: { q: word } });
        expect(items.length, `${q} suggests ${word}`).toBeGreaterThan(0);
      }
    }
  });
});
