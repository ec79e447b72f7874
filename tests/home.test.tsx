import { sql } from 'kysely';
import { renderToString } from 'react-dom/server';
import { createRoutesStub, RouterContextProvider } from 'react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addProduct, changeMyProduct } from '#modules/catalogue/contract.ts';
import { aCategory, aProduct } from '#modules/catalogue/server/fixtures.ts';
import { apiContext } from '#platform/web/api-context.ts';
import { TranslatorProvider } from '#platform/web/translator.tsx';
import { loadMessages } from '../src/i18n/messages.ts';
import Home, { loader } from '../src/site/home.tsx';
import { VISITORS_ROOT_DATA } from './support/root-data.ts';
import { openTestStore, type TestStore } from './support/test-store.ts';

let store: TestStore;

beforeEach(async () => {
  // These tests cause errors, which are logged.
  store = await openTestStore({ LOG_LEVEL: 'fatal' });
  const category = await aCategory(store.db);
  const { api } = await store.as('seller', 'Sadia Karim');
  await api.send(addProduct, { body: aProduct(category, { productName: 'Rattle', resalePrice: 1000 }) });
  for (const productName of ['Pram', 'Buggy']) {
    const { insertedId: id } = await api.send(addProduct, { body: aProduct(category, { productName }) });
    await api.send(changeMyProduct, { params: { id }, query: { advertiseEnable: 'true' } });
  }
});

afterEach(() => store.close());

/** The home page as the server renders it with this store's data. */
async function homePage(): Promise<string> {
  const context = new RouterContextProvider();
  context.set(apiContext, store.anyone);
  const url = new URL(VISITORS_ROOT_DATA.origin);
  const home = await loader({ context, url, request: new Request(url), params: {}, pattern: '/' });
  const Stub = createRoutesStub([
    { id: 'root', path: '/', children: [{ id: 'home', index: true, Component: Home as () => React.ReactNode }] },
  ]);
  return renderToString(
    <TranslatorProvider language="en" messages={await loadMessages('en')} product="Dolna" currency="Tk">
      <Stub hydrationData={{ loaderData: { root: VISITORS_ROOT_DATA, home } }} />
    </TranslatorProvider>,
  );
}

const ALWAYS = [
  'Hear from fellow Good-willers',
  'Why did we start Dolna?',
  'Benefits of selling with us',
  'Sign Up Now!',
];

test('the home page shows its deals and its collections', async () => {
  const page = await homePage();
  for (const text of [...ALWAYS, 'Deals of the Week', 'Buggy', 'Shop Our Collections', '3 items'])
    expect(page).toContain(text);
});

test('the home page shows newly listed items, and items of at most Tk 1,000', async () => {
  const page = await homePage();
  expect(page).toMatch(/Just listed.*Buggy.*Pram.*Up to Tk\s1,000.*Rattle.*Deals of the Week/s);
  expect(page.split('>Rattle<')).toHaveLength(3);
  expect(page).toContain('/search?max=1000&amp;sort=newest');
});

test('a failed load of the deals does not break the home page', async () => {
  await sql`alter table products rename held_until to away`.execute(store.db);
  const page = await homePage();
  for (const text of [...ALWAYS, 'Shop Our Collections', '3 items']) expect(page).toContain(text);
  expect(page).not.toContain('Deals of the Week');
});

test('a failed load of the collections shows an error in their place, and the rest of the home page', async () => {
  await sql`alter table categories rename to away`.execute(store.db);
  const page = await homePage();
  for (const text of [...ALWAYS, 'Deals of the Week', 'Buggy', 'Shop Our Collections']) expect(page).toContain(text);
  expect(page).toContain('The collections did not load. Check your connection.');
});
