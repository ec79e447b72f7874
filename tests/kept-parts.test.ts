import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addProduct, changeMyProduct } from '#modules/catalogue/contract.ts';
import { aCategory, aProduct } from '#modules/catalogue/server/fixtures.ts';
import { partsOfPage } from '../src/kept-parts.ts';
import { writtenPages } from './support/pages.ts';
import { createTestDatabase } from './support/postgres.ts';
import { openTestStore, type TestStore } from './support/test-store.ts';

const WHO = ['visitor', 'buyer', 'seller', 'admin'] as const;

describe('a page whose parts were written before is the same to the last letter,', () => {
  let store: TestStore;
  let fresh: TestStore;
  const cookies: Record<string, string> = { visitor: '' };

  beforeAll(async () => {
    const database = await createTestDatabase();
    const settings = { AUTH_SECRET: 'one-secret-for-two-stores-of-one-database' };
    let build: ReturnType<typeof writtenPages> | undefined;
    const pages: typeof writtenPages = (app) => {
      build ??= writtenPages(app);
      return build;
    };
    store = await openTestStore(settings, { database, pages });
    fresh = await openTestStore(settings, { database: { url: database.url, drop: async () => undefined }, pages });
    const category = await aCategory(store.db);
    const seller = await store.as('seller', 'Sadia <b>Karim</b>');
    for (let count = 1; count <= 18; count += 1) {
      const body = aProduct(category, { productName: `Pram "${count}" > $& </article>` });
      const { insertedId: id } = await seller.api.send(addProduct, { body });
      await seller.api.send(changeMyProduct, { params: { id }, query: { advertiseEnable: 'true' } });
    }
    cookies.seller = seller.cookie;
    for (const role of ['buyer', 'admin'] as const) cookies[role] = (await store.as(role)).cookie;
    // From now on this store knows all parts, of a visitor's pages.
    for (const lang of ['en', 'bn']) await read(store, 'visitor', `/?lang=${lang}`);
  });

  afterAll(async () => {
    await fresh?.close();
    await store?.close();
  });

  async function read({ app }: TestStore, who: string, url: string): Promise<string> {
    const { statusCode, headers, body } = await app.inject({ url, headers: { cookie: cookies[who] } });
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    const policy = String(headers['content-security-policy']);
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? expect.fail(policy);
    return body.replaceAll(nonce, 'NONCE').replaceAll(String(headers['x-request-id']), 'REQUEST');
  }

  test.each(WHO.flatMap((who) => ['en', 'bn'].map((lang) => [who, lang] as const)))(
    'for a %s, in %s',
    async (who, lang) => {
      const url = `/?lang=${lang}&for=${who}`;
      const kept = await read(store, who, url);
      expect(kept).toContain('Pram &quot;18&quot; &gt; $&amp; &lt;/article&gt;');
      expect(kept).not.toContain('data-part');
      expect(kept).toBe(await read(store, who, url));
      // The other store renders each of these for the first time, and not for a visitor.
      if (who !== 'visitor') expect(kept).toBe(await read(fresh, who, url));
    },
  );
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

  test.each(['<img loading="eager"/>', '<img fetchPriority="high"/>', '<p id="_R_1_">x</p>', '<script>x</script>'])(
    '%s is written anew for each',
    (html) => {
      expect(learned(`<div data-part="0">${html}</div>`)).toMatchObject({
        page: `<div>${html}</div>`,
        part: { mark: 0 },
      });
    },
  );
});
