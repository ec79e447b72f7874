import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addProduct, changeMyProduct } from '#modules/catalogue/contract.ts';
import { aCategory, aProduct } from '#modules/catalogue/server/fixtures.ts';
import { partsOfPage } from '../src/kept-parts.ts';
import { writtenPages } from './support/pages.ts';
import { createTestDatabase, type TestDatabase } from './support/postgres.ts';
import { openTestStore, type TestStore } from './support/test-store.ts';

const WHO = ['visitor', 'buyer', 'seller', 'admin'] as const;
const PATHS = ['/', '/about', '/no/such/page'];

describe('a page whose parts were written for a visitor is to the last letter the one that was never kept,', () => {
  const settings = { AUTH_SECRET: 'one-secret-for-all-stores-of-one-database', LOG_LEVEL: 'fatal' };
  let database: TestDatabase;
  let pages: typeof writtenPages;
  let store: TestStore;
  const cookies: Record<string, string> = { visitor: '' };

  beforeAll(async () => {
    database = await createTestDatabase();
    let build: ReturnType<typeof writtenPages> | undefined;
    pages = (app) => {
      build ??= writtenPages(app);
      return build;
    };
    store = await openTestStore(settings, { database, pages });
    const category = await aCategory(store.db);
    const seller = await store.as('seller', 'Sadia <b>Karim</b>');
    for (let count = 1; count <= 18; count += 1) {
      const imageURL = count % 2 ? 'https://pictures.invalid/pram.jpg' : '/demo/01-pram-gada-mint-800.webp';
      const body = aProduct(category, { productName: `Pram "${count}" > $& </article>`, imageURL });
      const { insertedId: id } = await seller.api.send(addProduct, { body });
      await seller.api.send(changeMyProduct, { params: { id }, query: { advertiseEnable: 'true' } });
    }
    cookies.seller = seller.cookie;
    for (const role of ['buyer', 'admin'] as const) cookies[role] = (await store.as(role)).cookie;
    for (const lang of ['en', 'bn'] as const) await read(store, 'visitor', '/', lang);
  });

  afterAll(() => store?.close());

  async function read({ app }: TestStore, who: string, path: string, lang: string): Promise<string> {
    const url = `${path}?lang=${lang}`;
    const { statusCode, headers, body } = await app.inject({ url, headers: { cookie: cookies[who] } });
    expect([statusCode, headers['content-type']]).toEqual([
      path === '/no/such/page' ? 404 : 200,
      'text/html; charset=utf-8',
    ]);
    const policy = String(headers['content-security-policy']);
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? expect.fail(policy);
    return body.replaceAll(nonce, 'NONCE').replaceAll(String(headers['x-request-id']), 'REQUEST');
  }

  const cases = WHO.flatMap((who) => PATHS.map((path) => [who, path] as const));
  test.each(cases)('for a %s, at %s', async (who, path) => {
    // A store of its own has kept nothing yet.
    const fresh = await openTestStore(settings, {
      database: { url: database.url, drop: async () => undefined },
      pages,
    });
    try {
      for (const lang of ['en', 'bn']) {
        const kept = await read(store, who, path, lang);
        expect(kept).not.toContain('data-part');
        expect(kept).toBe(await read(fresh, who, path, lang));
        if (path === '/') expect(kept).toContain('Pram &quot;18&quot; &gt; $&amp; &lt;/article&gt;');
      }
    } finally {
      await fresh.close();
    }
  });
});

describe('of a page', () => {
  const learned = (html: string) => {
    const shop = {};
    const first = partsOfPage(shop, 'en');
    expect(first.find('a')).toEqual({ mark: 0 });
    const page = first.learn(html);
    return { page, part: partsOfPage(shop, 'en').find('a'), inBangla: partsOfPage(shop, 'bn').find('a') };
  };

  test('a part is what stands in its element, with elements of the same kind in it', () => {
    const { page, part, inBangla } = learned(
      '<div><div id="x" data-part="0"><div>a</div><div>b</div>c</div><div>d</div></div>',
    );
    expect(part).toEqual({ html: '<div>a</div><div>b</div>c' });
    expect(page).toBe('<div><div id="x"><div>a</div><div>b</div>c</div><div>d</div></div>');
    expect(inBangla).toEqual({ mark: 0 });
  });

  test('a picture that waits until it is near is kept with its part', () => {
    const html = '<picture><img loading="lazy" src="/a"/></picture>';
    expect(learned(`<li data-part="0">${html}</li>`).part).toEqual({ html });
  });

  test.each([
    '<img src="/a"/>',
    '<img loading="eager" src="/a"/>',
    '<p id="_R_1_">x</p>',
    '<label for="_r_1_">x</label>',
    '<script>x</script>',
    '<style nonce="x">y</style>',
    '<!--$?--><template id="B:0"></template><!--/$-->',
  ])('%s is written anew for each', (html) => {
    expect(learned(`<div data-part="0">${html}</div>`)).toMatchObject({
      page: `<div>${html}</div>`,
      part: { mark: 0 },
    });
  });

  test('five hundred parts are remembered, those that were asked for last', () => {
    const shop = {};
    const remember = (key: string) => {
      const page = partsOfPage(shop, 'en');
      page.find(key);
      page.learn(`<li data-part="0">${key}</li>`);
    };
    remember('often');
    for (let count = 0; count < 1000; count += 1) {
      remember(`once ${count}`);
      expect(partsOfPage(shop, 'en').find('often')).toEqual({ html: 'often' });
    }
    const known = (count: number) => 'html' in partsOfPage(shop, 'en').find(`once ${count}`);
    expect(Array.from({ length: 1000 }, (_, count) => count).filter(known)).toHaveLength(499);
  });
});
