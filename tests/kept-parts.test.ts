import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addProduct, changeMyProduct } from '#modules/catalogue/contract.ts';
import { aCategory, aProduct } from '#modules/catalogue/server/fixtures.ts';
import { BOUND_TO_ITS_PAGE, partsOfPage } from '../src/rendering/cached-html-parts.ts';
import { writtenPages } from './support/pages.ts';
import { createTestDatabase, type TestDatabase } from './support/postgres.ts';
import { openTestStore, signUp, type TestStore } from './support/test-store.ts';

const WHO = ['visitor', 'buyer', 'seller', 'admin', 'person who is neither yet'] as const;
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
    const nobody = { email: 'neither@example.com', name: 'Nobody Yet', password: 'secret-1234' };
    cookies['person who is neither yet'] = await signUp(store.app, nobody);
    for (const lang of ['en', 'bn'] as const) await read(store, 'visitor', '/', lang);
  });

  afterAll(() => store?.close());

  async function read({ app }: TestStore, who: string, path: string, lang: string, theme = 'system'): Promise<string> {
    const url = `${path}${path.includes('?') ? '&' : '?'}lang=${lang}`;
    const cookie = `theme=${theme}; ${cookies[who]}`;
    const { statusCode, headers, body } = await app.inject({ url, headers: { cookie } });
    expect([statusCode, headers['content-type']]).toEqual([
      path === '/no/such/page' ? 404 : 200,
      'text/html; charset=utf-8',
    ]);
    const policy = String(headers['content-security-policy']);
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? expect.fail(policy);
    return body.replaceAll(nonce, 'NONCE').replaceAll(String(headers['x-request-id']), 'REQUEST');
  }

  const cases = [
    ...WHO.flatMap((who) => PATHS.map((path) => [who, path] as const)),
    ['buyer', '/dashboard/mywishlist'] as const,
    ['admin', '/dashboard/audit'] as const,
    ['visitor', '/blog'] as const,
    ['visitor', '/about?q=cot'] as const,
    ['visitor', '/about?q=pram'] as const,
    ['visitor', '/About/'] as const,
  ];
  test.each(cases)('for a %s, at %s', async (who, path) => {
    // A store of its own has kept nothing yet.
    const fresh = await openTestStore(settings, {
      database: { url: database.url, drop: async () => undefined },
      pages,
    });
    try {
      for (const [lang, theme] of [
        ['en', 'light'],
        ['en', 'dark'],
        ['bn', 'system'],
      ] as const) {
        const first = await read(store, who, path, lang, theme);
        const kept = await read(store, who, path, lang, theme);
        expect(kept).toBe(first);
        expect(kept).not.toContain('data-part');
        expect(/<header.*<\/header>/s.exec(kept)?.[0] ?? '').not.toMatch(BOUND_TO_ITS_PAGE);
        expect(kept).toBe(await read(fresh, who, path, lang, theme));
        if (path === '/') expect(kept).toContain('Pram &quot;18&quot; &gt; $&amp; &lt;/article&gt;');
      }
    } finally {
      await fresh.close();
    }
  });
});

describe('of a page', () => {
  const finished = (page: ReturnType<typeof partsOfPage>, html: string) => page.finish(Buffer.from(html)).toString();
  /** What the first page becomes, and the next one, in which React left the part empty if it is known. */
  const learned = (html: string) => {
    const shop = {};
    const first = partsOfPage(shop, 'en');
    expect(first.find('a')).toEqual({ mark: 0, known: false });
    const page = finished(first, html);
    const next = partsOfPage(shop, 'en');
    const { known } = next.find('a');
    expect(partsOfPage(shop, 'bn').find('a').known).toBe(false);
    return { page, known, next: finished(next, '<p>x</p><b data-part="0"></b><p>y</p>') };
  };

  test('a part is what stands in its element, with elements of the same kind in it', () => {
    const { page, next } = learned('<div><div id="x" data-part="0"><div>a</div><div>b</div>c</div><div>d</div></div>');
    expect(next).toBe('<p>x</p><b><div>a</div><div>b</div>c</b><p>y</p>');
    expect(page).toBe('<div><div id="x"><div>a</div><div>b</div>c</div><div>d</div></div>');
  });

  test('a picture that loads at once is kept where the page is told of it, and one that waits anywhere', () => {
    const shop = {};
    const page = partsOfPage(shop, 'en');
    page.find('told', [{ src: '/a', fetchPriority: 'high' }]);
    finished(page, '<div data-part="0"><img loading="eager" src="/a"/><img loading="lazy" src="/b"/></div>');
    expect(partsOfPage(shop, 'en').find('told').known).toBe(true);
  });

  test('a part in a part is known by itself, too, and what is new holds what was known', () => {
    const shop = {};
    const first = partsOfPage(shop, 'en');
    first.find('outer');
    first.find('inner');
    const html = '<ul data-part="0"><li data-part="1"><b>i</b></li><li>o</li></ul>';
    expect(finished(first, html)).toBe('<ul><li><b>i</b></li><li>o</li></ul>');
    const next = partsOfPage(shop, 'en');
    expect([next.find('newer outer'), next.find('inner')]).toEqual([
      { mark: 0, known: false },
      { mark: 1, known: true },
    ]);
    const newer = '<ul><li><b>i</b></li><li>n</li></ul>';
    expect(finished(next, '<ul data-part="0"><li data-part="1"></li><li>n</li></ul>')).toBe(newer);
    const last = partsOfPage(shop, 'en');
    expect([last.find('newer outer'), last.find('outer')]).toMatchObject([{ known: true }, { known: true }]);
    expect(finished(last, '<i data-part="1"></i><ul data-part="0"></ul>')).toBe(
      `<i><li><b>i</b></li><li>o</li></i>${newer}`,
    );
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
      known: false,
    });
  });

  test('four megabytes are remembered, of those that were asked for last', () => {
    const shop = {};
    const remember = (key: string) => {
      const page = partsOfPage(shop, 'en');
      page.find(key);
      page.finish(Buffer.from(`<li data-part="0">${'x'.repeat(100_000)}</li>`));
    };
    const knows = (key: string) => partsOfPage(shop, 'en').find(key).known;
    remember('often');
    for (let count = 0; count < 100; count += 1) {
      remember(`once ${count}`);
      expect(knows('often')).toBe(true);
    }
    expect(Array.from({ length: 100 }, (_, count) => `once ${count}`).filter(knows)).toHaveLength(38);
  });
});
