import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { aCategory } from '#modules/catalogue/server/fixtures.ts';
import type { TestStore } from '../support/test-store.ts';

interface Entry {
  key: string;
  name: string;
  description: string;
}

const ENTRIES: Entry[] = JSON.parse(readFileSync(join(import.meta.dirname, 'catalogue.json'), 'utf8'));
const HOUR_MS = 60 * 60 * 1000;

/** Lists the products of the catalogue, one an hour; the last is the newest. Returns the key of each id. */
export async function listCatalogue(store: TestStore): Promise<Map<string, string>> {
  const seller = await store.as('seller', 'Sadia Karim');
  const category_id = await aCategory(store.db, 'Everything');
  const now = Date.now();
  const rows = await store.db
    .insertInto('products')
    .values(
      ENTRIES.map(({ name, description }, n) => ({
        name,
        description,
        category_id,
        seller_id: seller.id,
        image: '/demo/01-pram-gada-mint-800.webp',
        original_poisha: 500_000,
        price_poisha: 250_000,
        quality: 'Good',
        years_used: 1,
        location: 'Mirpur 10, Dhaka',
        phone: '01712345678',
        created_at: new Date(now - (ENTRIES.length - n) * HOUR_MS),
      })),
    )
    .returning(['id', 'name'])
    .execute();
  const keys = new Map(ENTRIES.map(({ key, name }) => [name, key]));
  return new Map(rows.map(({ id, name }) => [id, keys.get(name) ?? name]));
}
