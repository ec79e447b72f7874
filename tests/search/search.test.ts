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
  /** What must be among the first three. */
  first: string[];
  /** What must not be found at all. */
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

/** What is wrong with what a query finds. */
async function faultsOf({ q, first, never }: Query): Promise<string[]> {
  const { items } = await buyer.api.send(search, { query: { q } });
  const found = items.map(({ _id }) => keys.get(_id) ?? _id);
  return [
    ...first.filter((key) => !found.slice(0, 3).includes(key)).map((key) => `${key} is not among the first three`),
    ...never.filter((key) => found.includes(key)).map((key) => `${key} is found`),
    ...(first.length === 0 && found.length > 0 ? [`${found[0]} is found`] : []),
  ];
}

/** Lists one more thing and gives its id. */
async function list(productName: string): Promise<string> {
  const seller = await store.as('seller');
  const { insertedId } = await seller.api.send(addProduct, {
    body: aProduct(await aCategory(store.db, productName), { productName }),
  });
  return insertedId;
}

describe('what parents look for', () => {
  test('is asked in at least eighty ways, of every kind', () => {
    expect(new Set(queries.map(({ q }) => q)).size).toBe(queries.length);
    expect(queries.length).toBeGreaterThanOrEqual(80);
    const kinds = new Set(queries.map(({ kind }) => kind));
    for (const kind of ['English', 'Bangla', 'Romanised', 'Typo', 'Excluded', 'Quoted', 'Prefix', 'Nonsense'])
      expect(kinds).toContain(kind);
  });

  test('is found in 95 of 100 ways, and those in which it is not are told in the README [14.2]', async () => {
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

  test('is what a word means first, and what only begins so after it', async () => {
    const admin = await store.as('admin');
    await admin.api.send(addSynonyms, { body: { words: ['zilu', 'lantern'] } });
    const lantern = await list('Paper lantern');
    const begins = await list('Frock for Zilumela');
    const { items } = await buyer.api.send(search, { query: { q: 'zilu' } });
    expect(items.map(({ _id }) => _id)).toEqual([lantern, begins]);
  });

  test('is said in words as they are written when a slip of the pen was read', async () => {
    for (const q of ['stroler', 'strollr', 'stoller'])
      expect(await buyer.api.send(searchSummary, { query: { q } })).toMatchObject({ corrected: 'stroller' });
    expect(await buyer.api.send(searchSummary, { query: { q: 'bycicle' } })).not.toHaveProperty('corrected');
  });

  test('is found under প্রাম as under প্র্যাম', async () => {
    const [one, other] = await Promise.all(['প্রাম', 'প্র্যাম'].map((q) => buyer.api.send(search, { query: { q } })));
    expect(one?.items.length).toBeGreaterThan(2);
    expect(one).toEqual(other);
  });

  test('is suggested only where it leads to something, the nearest first', async () => {
    const { words } = await buyer.api.send(suggest, { query: { q: 'perambul' } });
    expect(words[0]).toBe('perambulator');
    for (const q of ['perambul', 'bhalluk', 'schol', 'wheelbarow', 'sandpi']) {
      for (const word of (await buyer.api.send(suggest, { query: { q } })).words) {
        const { items } = await buyer.api.send(search, { query: { q: word } });
        expect(items.length, `${q} suggests ${word}`).toBeGreaterThan(0);
      }
    }
  });
});
