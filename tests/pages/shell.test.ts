import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { elements, elementWith, linksOf, openPage, textOf, textsOf } from '../support/page-text.ts';
import { loadSourcePages } from '../support/pages.ts';
import { openTestStore, type Person, provider, type TestStore } from '../support/test-store.ts';

const FOOTER = {
  Marketing: ['Selling', 'Delivery', 'Buying', 'Advertisement'],
  Company: ['About us', 'Contact', 'Jobs', 'Press kit'],
  Legal: ['Terms of use', 'Privacy policy', 'Cookie policy'],
};

let store: TestStore;
let buyer: Person;
beforeAll(async () => {
  store = await openTestStore({ LOG_LEVEL: 'fatal' }, { pages: loadSourcePages });
  buyer = await store.as('buyer', 'Bashir Bari');
});
afterAll(() => store?.close());

const count = (text: string, sign: RegExp) => text.match(sign)?.length ?? 0;
const navigation = (html: string, name: string) =>
  elements(html, 'nav').find((nav) => nav.includes(`aria-label="${name}"`)) ?? '';

describe('the top bar', () => {
  test('has logo and title, Home, Blog and About, and Login for a visitor [1.16 2.1 2.2]', async () => {
    const bar = elements((await openPage(store, '/about')).html, 'header')[0] ?? '';
    expect(elementWith(bar, 'a', 'Dolna')).toContain('src="/favicon.svg"');
    expect(linksOf(navigation(bar, 'Main'))).toEqual([
      ['Home', '/'],
      ['Blog', '/blog'],
      ['About', '/about'],
    ]);
    expect(linksOf(bar)).toContainEqual(['Login', '/login']);
    expect(bar).not.toContain('Sign Out');
  });

  test('has a Dashboard link and a Sign Out button for a signed-in person [2.3 6.6]', async () => {
    const bar = elements((await openPage(store, '/about', buyer)).html, 'header')[0] ?? '';
    expect(linksOf(navigation(bar, 'Main')).at(-1)).toEqual(['Dashboard', '/dashboard']);
    expect(textsOf(bar, 'button')).toContain('Sign Out');
    expect(linksOf(bar).map(([text]) => text)).not.toContain('Login');
  });
});

describe('the footer', () => {
  test('has the link columns Marketing, Company and Legal [1.2 2.1 2.6]', async () => {
    const { html } = await openPage(store, '/about');
    const footer = elements(html, 'footer')[0] ?? '';
    for (const [column, links] of Object.entries(FOOTER))
      expect(linksOf(navigation(footer, column)).map(([text]) => text)).toEqual(links);
  });

  test.each(['en', 'bn'])('links to eleven pages with own texts (%s) [2.10]', async (language) => {
    const { html } = await openPage(store, `/?lang=${language}`);
    const footer = elements(html, 'footer')[0] ?? '';
    const addresses = elements(footer, 'nav').flatMap((nav) => linksOf(nav).map(([, href]) => href));
    expect(new Set(addresses).size).toBe(11);
    const headings = new Set<string>();
    for (const address of addresses) {
      const { status, text, heading } = await openPage(store, address, { cookie: `lang=${language}` });
      expect([address, status]).toEqual([address, 200]);
      expect(text.length, address).toBeGreaterThan(600);
      const isMostlyBangla = count(text, /[\u0980-\u09ff]/g) > count(text, /[a-z]/gi);
      expect(isMostlyBangla, address).toBe(language === 'bn');
      expect(text.match(/.{60}\{\w+\}/)?.[0], address).toBeUndefined();
      headings.add(heading);
    }
    expect(headings.size).toBe(11);
  });
});

test.each(['/Blog', '/blog'])('%s has four questions with their answers [1.2 1.17 2.9]', async (path) => {
  const { status, heading, main } = await openPage(store, path);
  expect([status, heading]).toEqual([200, 'Blog']);
  const cards = elements(main, 'article');
  const questions = [/state/, /prototypal inheritance/, /unit test/, /React, Vue or Angular/];
  expect(cards).toHaveLength(questions.length);
  for (const [index, question] of questions.entries()) {
    const card = cards[index] ?? '';
    expect(textOf(elements(card, 'h2')[0] ?? '')).toMatch(question);
    expect(textOf(elements(card, 'p')[0] ?? '').length).toBeGreaterThan(200);
  }
});

test('every page of the demo has the mark Demo, with and without the top bar [12.4]', async () => {
  for (const path of ['/', '/blog', '/login', '/contact', '/nothing/here', '/dashboard/myorders']) {
    const { html } = await openPage(store, path, path.startsWith('/dashboard') ? buyer : {});
    expect(textsOf(html, 'span'), path).toContain('Demo');
  }
});

test('the registration form asks for Name, Category (Buyer by default), Email and Password [2.23 4.4]', async () => {
  const { main } = await openPage(store, '/signup');
  const group = elementWith(main, 'fieldset', 'Category');
  expect(textsOf(group, 'legend')).toEqual(['Category']);
  const radios = group.match(/<input [^>]*type="radio"[^>]*>/g) ?? [];
  expect(radios.map((radio) => [/value="(\w+)"/.exec(radio)?.[1], radio.includes('checked')])).toEqual([
    ['Buyer', true],
    ['Seller', false],
  ]);
  expect(textsOf(main, 'label')).toEqual(expect.arrayContaining(['Name', 'Email', 'Password']));
  expect(linksOf(main)).toContainEqual(['Have an account? Login', '/login']);
});

test('the contact form has the name and e-mail of a signed-in person', async () => {
  const { main } = await openPage(store, '/contact', buyer);
  expect(main).toMatch(new RegExp(`<input [^>]*name="email" value="${buyer.email}"`));
  expect(main).toMatch(/<input [^>]*name="name" value="Bashir Bari"/);
});

test('the request to confirm the e-mail, once dismissed, is in the document of My account only', async () => {
  const fresh = await store.as('buyer');
  await store.db.updateTable('accounts').set({ email_verified: false }).where('email', '=', fresh.email).execute();
  const asked = async (page: string, cookie: string) =>
    (await openPage(store, `/dashboard/${page}`, { cookie: fresh.cookie + cookie })).text.includes(
      `Confirm your email: ${fresh.email}`,
    );
  const dismissed = '; verify-banner-dismissed=yes';
  expect(await asked('myorders', '')).toBe(true);
  expect(await asked('myorders', dismissed)).toBe(false);
  expect(await asked('account', dismissed)).toBe(true);
  const forgotten = { name: 'verify-banner-dismissed', value: '', path: '/', maxAge: 0, sameSite: 'Lax' };
  const signedOut = await provider(store.app, '/sign-out', {}, { cookie: fresh.cookie });
  expect(signedOut.cookies).toContainEqual(forgotten);
  // The session of the last person may have ended elsewhere.
  const { email, password } = fresh;
  const cookie = 'verify-banner-dismissed=yes';
  const signedIn = await provider(store.app, '/sign-in/email', { email, password }, { cookie });
  expect(signedIn.cookies).toContainEqual(forgotten);
});

describe('the page of a confirmation link', () => {
  const heading = async (path: string, person?: Person) => (await openPage(store, path, person)).heading;

  test('says that the e-mail is confirmed only after a link that worked', async () => {
    expect(await heading('/verified?done=1')).toBe('Email confirmed');
    for (const path of ['/verified', '/verified?done=1&error=INVALID_TOKEN', '/verified?error=TOKEN_EXPIRED'])
      expect(await heading(path), path).toBe('Email not confirmed');
  });

  test('says it to a person whose address is confirmed', async () => {
    const [fresh, confirmed] = [await store.as('buyer'), await store.as('buyer')];
    const confirm = (isConfirmed: boolean, { email }: Person) =>
      store.db.updateTable('accounts').set({ email_verified: isConfirmed }).where('email', '=', email).execute();
    await confirm(false, fresh);
    await confirm(true, confirmed);
    const failed = await openPage(store, '/verified', fresh);
    expect(failed.heading).toBe('Email not confirmed');
    expect(linksOf(failed.main)).toEqual([['My account', '/dashboard/account']]);
    for (const path of ['/verified', '/verified?done=1&error=INVALID_TOKEN']) {
      const page = await openPage(store, path, confirmed);
      expect(page.heading, path).toBe('Email already confirmed');
      expect(page.text, path).toContain(`Your account’s email is ${confirmed.email}.`);
    }
  });
});

describe('an error page', () => {
  test.each(['/no/such/page', '/products', '/dashboard/nothing', '/%ff', '/items/%ff', '/dashboard/%E0%A4%A', '/%'])(
    '%s is a 404, with header, search and language [2.12 8.10]',
    async (path) => {
      const { status, html, heading } = await openPage(store, path);
      expect([status, heading]).toEqual([404, 'Page not found']);
      expect(html).toMatch(/<header class="header/);
      expect(html).toContain('action="/search"');
      expect(html).toContain('?lang=bn');
    },
  );

  test('of an unknown address leads to categories: a visitor to the search for one, a person to its page', async () => {
    const values = { photo: '/art/cut-cot.svg', tone: 'sky' };
    await store.db
      .insertInto('categories')
      .values(['Cots', 'Swings'].map((name, position) => ({ ...values, name, position })))
      .execute();
    const cots = async (person?: Person) => {
      const { main } = await openPage(store, '/no/such/page', person);
      expect(linksOf(main).map(([text]) => text)).toEqual(['Cots', 'Swings', 'Home page']);
      return linksOf(main)[0]?.[1];
    };
    // The list of categories is cached for a second.
    await vi.waitFor(async () => expect(await cots()).toMatch(/^\/search\?category=[\w-]+$/), 5000);
    expect(await cots(buyer)).toMatch(/^\/products\/[\w-]+$/);
  });

  test('of a malformed address is in Bangla for a reader of Bangla', async () => {
    const { status, html, heading } = await openPage(store, '/items/%ff', { cookie: 'lang=bn' });
    expect([status, heading]).toEqual([404, 'পাতাটি পাওয়া যায়নি']);
    expect(html).toContain('<html lang="bn"');
  });

  test.each(['/about', '/no-such-page'])(
    'of a POST to %s has the reader’s language and the id of the request',
    async (url) => {
      const headers = { 'accept-language': 'bn-BD', 'content-type': 'application/x-www-form-urlencoded' };
      const answer = await store.app.inject({ method: 'POST', url, headers, payload: '' });
      const body = answer.body.replace(/<!--.*?-->/g, '');
      expect(answer.statusCode).toBe(405);
      expect(body).toContain('<html lang="bn"');
      expect(body).toContain('একটি সমস্যা হয়েছে');
      expect(textOf(body)).toContain(`আমাদের জানালে কোডটি দিন: ${answer.headers['x-request-id']}`);
    },
  );

  test.each(['GET', 'POST', 'DELETE'] as const)(
    'is not the reply to an unknown call: %s gets a JSON problem [11.5]',
    async (method) => {
      const answer = await store.app.inject({ method, url: '/api/no-such-call' });
      expect(answer.statusCode).toBe(404);
      expect(answer.headers['content-type']).toContain('application/problem+json');
      expect(answer.json()).toMatchObject({ status: 404, message: 'No such call.' });
    },
  );
});
