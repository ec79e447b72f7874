import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createCookieJar, hiddenFields, postForm } from './support/page-forms.ts';
import { loadSourcePages } from './support/pages.ts';
import { openTestStore, type Person, signUp, type TestStore } from './support/test-store.ts';

let store: TestStore;
let buyer: Person;

beforeAll(async () => {
  store = await openTestStore({ LOG_LEVEL: 'fatal' }, { pages: loadSourcePages });
  buyer = await store.as('buyer');
});
afterAll(() => store.close());

const password = 'secret-1234';
const post = (url: string, cookie: string, fields: Record<string, string>) => postForm(store.app, url, cookie, fields);
const open = (url: string, { cookie }: { cookie: string }) => store.app.inject({ url, headers: { cookie } });

const PEOPLE = 'users join user_roles on user_id = id';
const rowsOf = async (table: string, where: string) =>
  (await store.pool.query(`select * from ${table} where ${where}`)).rows;

const cookiesOf = ({ cookies }: { cookies: { name: string; value: string }[] }) =>
  cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('; ');

test('without the page’s script a visitor registers, and returns signed in', async () => {
  const person = { name: 'Tania Akter', email: 'tania@example.com', userCategory: 'Seller' };
  const refused = await post('/signup?from=/about', '', { ...person, email: 'tania', password });
  expect(refused.body).toContain('value="Tania Akter"');
  expect(refused.body).not.toContain(password);
  const answer = await post('/signup?from=/about', '', { ...person, password });
  expect([answer.statusCode, answer.headers.location]).toEqual([303, '/about']);
  const { body } = await open('/', { cookie: cookiesOf(answer) });
  expect(body).toContain('tania@example.com');
  expect(await rowsOf(PEOPLE, "email = 'tania@example.com'")).toMatchObject([{ role: 'seller' }]);
});

test('a person signs in, and is redirected to the page that required it', async () => {
  const url = '/login?from=%2Fdashboard%2Fmyorders';
  const wrong = await post(url, '', { email: buyer.email, password: 'wrong-1234' });
  expect([wrong.statusCode, wrong.headers['set-cookie']]).toEqual([200, undefined]);
  expect(wrong.body).toMatch(/class="alert alert-error"[\s\S]*Invalid email or password/);
  expect(wrong.body).toContain(`value="${buyer.email}"`);
  expect(wrong.body).not.toContain('wrong-1234');
  const answer = await post(url, '', { email: buyer.email, password: buyer.password });
  expect([answer.statusCode, answer.headers.location]).toEqual([303, url]);
  const cookie = cookiesOf(answer);
  expect((await open(url, { cookie })).headers.location).toBe('/dashboard/myorders');
  expect((await open('/dashboard/myorders', { cookie })).body).toContain(buyer.email);
});

test('an account without a category gets one', async () => {
  const cookie = await signUp(store.app, { name: 'Mitu', email: 'mitu@example.com', password });
  expect((await open('/login', { cookie })).body).toContain('name="userCategory"');
  const answer = await post('/login', cookie, { userCategory: 'Seller' });
  expect([answer.statusCode, answer.headers.location]).toEqual([303, '/login']);
  expect(await rowsOf(PEOPLE, "email = 'mitu@example.com'")).toMatchObject([{ role: 'seller' }]);
});

test.each([
  ['of invisible characters', 'unseen', '\u200b\u2060'],
  ['of over 100 characters', 'endless', 'x'.repeat(101)],
  ['of two lines', 'split', 'Mitu\nAkter'],
])('an account with a name %s gets a category, under the first part of its e-mail', async (_name, part, name) => {
  const email = `${part}@example.com`;
  const cookie = await signUp(store.app, { name: 'Mitu', email, password });
  // Google’s names are not checked.
  await store.pool.query('update accounts set name = $1 where email = $2', [name, email]);
  const answer = await post('/login', cookie, { userCategory: 'Seller' });
  expect([answer.statusCode, answer.headers.location]).toEqual([303, '/login']);
  expect(await rowsOf(PEOPLE, `email = '${email}'`)).toMatchObject([{ role: 'seller', name: part }]);
});

test('a forgotten password is replaced by the link of an e-mail, once', async () => {
  const person = await store.as('buyer');
  const asked = await post('/forgot', '', { email: person.email });
  const unknown = await post('/forgot', '', { email: 'nobody@example.com' });
  for (const { body } of [asked, unknown]) expect(body).toContain('alert-success');
  const token = await vi.waitFor(async () => {
    const mails = (await store.app.inject('/sandbox/outbox/')).body;
    return /\/reset\?token=([\w-]+)/.exec(mails)?.[1] ?? expect.fail('no e-mail yet');
  }, 10_000);
  expect((await open(`/reset?token=${token}`, { cookie: '' })).body).toContain(person.email);
  const answer = await post(`/reset?token=${token}`, '', { password: 'other-12345' });
  expect([answer.statusCode, answer.headers.location]).toEqual([303, '/dashboard']);
  expect(
    answer.cookies.map(({ name }) => name),
    'the browser is signed in',
  ).toContain('better-auth.session_token');
  const again = await post(`/reset?token=${token}`, '', { password: 'third-12345' });
  expect(again.body).toContain('href="/forgot"');
  const opened = await open(`/reset?token=${token}`, { cookie: '' });
  expect(opened.body, 'a used link says so before anything is typed').toContain('href="/forgot"');
  expect(opened.body).not.toContain('name="password"');
  const entered = await post('/login', '', { email: person.email, password: 'other-12345' });
  expect(entered.statusCode).toBe(303);
});

test('a forgotten password leads back to the page that asked for a login, never off the site', async () => {
  const from = '/items/1?book=1';
  for (const [asked, led] of [
    [from, from],
    ['//evil.example', '/dashboard'],
  ] as const) {
    const person = await store.as('buyer');
    await post(`/forgot?from=${encodeURIComponent(asked)}`, '', { email: person.email });
    const link = await vi.waitFor(async () => {
      const mails = (await store.app.inject('/sandbox/outbox/')).body.split('<article');
      const mail = mails.find((one) => one.includes(person.email) && one.includes('/reset?'));
      return /\/reset\?[^"<\s]+/.exec(mail ?? '')?.[0].replaceAll('&#38;', '&') ?? expect.fail('no e-mail yet');
    }, 10_000);
    expect(link).not.toContain('evil');
    const { headers } = await post(link, '', { password: 'other-12345' });
    expect(headers.location).toBe(led);
  }
});

test('failed sign-ins count on every path', async () => {
  const limited = await openTestStore({ RATE_LIMITS: 'on', LOG_LEVEL: 'fatal' }, { pages: loadSourcePages });
  try {
    const form = { email: 'somebody@example.com', password: 'wrong-1234' };
    let body = '';
    for (let attempt = 0; attempt < 12; attempt += 1) ({ body } = await postForm(limited.app, '/login', '', form));
    expect(body).toMatch(/too many|minutes/i);
  } finally {
    await limited.close();
  }
}, 60_000);

test('a message to the store is sent once by a signed-in person', async () => {
  const { body: html } = await open('/contact', buyer);
  const message = { name: 'A', email: buyer.email, subject: 'other', message: 'Do you deliver to Khulna?' };
  const fields = { ...hiddenFields(html, 'message'), ...message };
  for (const { body } of await Promise.all([1, 2].map(() => post('/contact', buyer.cookie, fields))))
    expect(body).toContain('sent-heading');
  expect(await rowsOf('contact_messages', `email = '${buyer.email}'`)).toHaveLength(1);
});

describe('the forms of a known browser on an unknown network', () => {
  /** IP addresses: the owner signed in at HOME before, and is at MOBILE now. */
  const [HOME, MOBILE, STRANGER] = ['203.0.113.7', '198.51.100.9', '198.51.100.200'];
  const EMAILS_COUNT = 2;

  let limited: TestStore;
  beforeAll(async () => {
    const limits = { LIMIT_TRIES: '1000', LIMIT_FAILURES: '5', LIMIT_EMAILS: String(EMAILS_COUNT) };
    const settings = { RATE_LIMITS: 'on', LOG_LEVEL: 'fatal', ...limits };
    limited = await openTestStore(settings, { pages: loadSourcePages });
  });
  afterAll(() => limited.close());

  const send = (url: string, fields: Record<string, string>, from: string, cookie = '') =>
    postForm(limited.app, url, cookie, fields, from);

  /** Whether an answer shows the refusal, apart from the texts of its page's script. */
  const isRefused = ({ body }: { body: string }) =>
    /Too many (attempts|wrong passwords)/.test(body.replace(/<script[\s\S]*?<\/script>/g, ''));

  /** Signs in to each account by the form of one browser. Returns the browser's cookies. */
  async function signInTo(...people: Person[]) {
    const jar = createCookieJar();
    for (const { email, password } of people) {
      const answer = await send('/login', { email, password }, HOME, jar.cookiesFor('/login', /session/));
      expect(answer.statusCode).toBe(303);
      jar.keep(answer);
    }
    await limited.db.deleteFrom('known_networks').execute();
    return jar;
  }

  async function exhaustEmails(email: string): Promise<void> {
    for (let n = 0; n < EMAILS_COUNT; n += 1)
      expect((await send('/forgot', { email }, STRANGER)).body).toContain('alert-success');
  }

  test('get a reset e-mail after strangers used up the address’s e-mails [13.10 T5]', async () => {
    const owner = await limited.as('buyer');
    const { email } = owner;
    const jar = await signInTo(owner);
    await exhaustEmails(email);
    for (const url of ['/forgot', '/forgot.data']) {
      expect(isRefused(await send(url, { email }, MOBILE))).toBe(true);
      const answer = await send(url, { email }, MOBILE, jar.cookiesFor(url, /session/));
      expect([answer.statusCode, isRefused(answer)]).toEqual([200, false]);
    }
  });

  test('recognise each account that signed in by the form', async () => {
    const people = [await limited.as('buyer'), await limited.as('seller')];
    const jar = await signInTo(...people);
    for (const { email } of people) {
      await exhaustEmails(email);
      const answer = await send('/forgot', { email }, MOBILE, jar.cookiesFor('/forgot', /session/));
      expect(answer.body).toContain('alert-success');
    }
  });

  test.each([
    ['/login', {}, '303'],
    ['/dashboard/account.data', { intent: 'password', newPassword: 'other-12345' }, 'Password changed.'],
    ['/dashboard/account.data', { intent: 'delete' }, 'Account deleted.'],
  ])('accept the right password after a stranger’s guess on that network: %s %j', async (url, form, success) => {
    const owner = await limited.as('buyer');
    const { email, password } = owner;
    const jar = await signInTo(owner);
    const fields = { email, password, oldPassword: password, ...form };
    await send('/login', { email, password: 'wrong-1234' }, MOBILE);
    const sendWithout = async (cookieNames?: RegExp) => {
      const answer = await send(url, fields, MOBILE, jar.cookiesFor(url, cookieNames));
      return isRefused(answer) ? 'refused' : `${answer.statusCode} ${answer.body}`;
    };
    const isLogin = url === '/login';
    expect(await sendWithout(isLogin ? /session|device/ : /device/)).toBe('refused');
    expect(await sendWithout(isLogin ? /session/ : undefined)).toContain(success);
  });
});
