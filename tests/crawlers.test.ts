import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addProduct, changeMyProduct, deleteMyProduct } from '#modules/catalogue/contract.ts';
import { aCategory, aProduct } from '#modules/catalogue/server/fixtures.ts';
import { SITEMAP_PART_URLS_COUNT } from '../src/rendering/crawler-routes.ts';
import { PUBLIC_PAGES } from '../src/site/pages/public-pages.ts';
import { ORIGIN, openTestStore, type Person, type TestStore } from './support/test-store.ts';

let store: TestStore;
let seller: Person;
let categoryId: string;

beforeAll(async () => {
  store = await openTestStore();
  seller = await store.as('seller');
  categoryId = await aCategory(store.db);
});
afterAll(() => store.close());

const list = async () => (await seller.api.send(addProduct, { body: aProduct(categoryId) })).insertedId;
const addressesIn = (xml: string) => [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address);

async function read(address: string): Promise<string> {
  const { statusCode, headers, body } = await store.app.inject(address.replace(ORIGIN, ''));
  expect([address, statusCode, headers['content-type']]).toEqual([address, 200, 'application/xml; charset=utf-8']);
  expect(headers['cache-control']).toBe('public, max-age=1800');
  return body;
}

describe('search engines', () => {
  test('find the sitemap, and are excluded from pages for signed-in people [15.11]', async () => {
    const { body, headers } = await store.app.inject('/robots.txt');
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(body).toContain(`\nSitemap: ${ORIGIN}/sitemap.xml\n`);
    for (const shut of ['/api/', '/dashboard', '/search']) expect(body).toContain(`\nDisallow: ${shut}\n`);
    expect(body).not.toMatch(/^Disallow: \/(items.*)?$/m);
  });

  test('find every public page and every listing exactly once, in parts of about 10,000 [15.11]', {
    timeout: 60_000,
  }, async () => {
    const [sold, gone] = [await list(), await list()];
    await seller.api.send(changeMyProduct, { params: { id: sold }, query: { status: 'SOLD' } });
    await seller.api.send(deleteMyProduct, { params: { id: gone } });
    const one = await list();
    for (let part = 0; part < 10; part += 1)
      await sql`insert into products (seller_id, category_id, name, image, original_poisha, price_poisha, quality, years_used,
          location, phone)
        select seller_id, category_id, name, image, original_poisha, price_poisha, quality, years_used, location, phone
        from products, generate_series(1, ${SITEMAP_PART_URLS_COUNT / 10}) where id = ${one}`.execute(store.db);
    const offered = await store.db.selectFrom('products').select('id').where('status', '=', 'unsold').execute();
    expect(offered).toHaveLength(SITEMAP_PART_URLS_COUNT + 1);
    await sql`analyze products`.execute(store.db);

    const [pages = '', ...parts] = addressesIn(await read('/sitemap.xml'));
    expect(addressesIn(await read(pages))).toEqual(PUBLIC_PAGES.map((path) => ORIGIN + path));
    const found = await Promise.all(parts.map(async (part) => addressesIn(await read(part ?? ''))));
    expect(found).toHaveLength(2);
    for (const { length } of found)
      expect(Math.abs(length - SITEMAP_PART_URLS_COUNT / 2)).toBeLessThan(SITEMAP_PART_URLS_COUNT / 20);
    expect(found.flat().sort()).toEqual(offered.map(({ id }) => `${ORIGIN}/items/${id}`).sort());
  });

  test('find no part that does not exist', async () => {
    for (const name of ['0', '0-256', '-1-4', '0-4-5', '0-x', "'", '%00'])
      expect([name, (await store.app.inject(`/sitemap-items-${name}.xml`)).statusCode]).toEqual([name, 404]);
  });
});
