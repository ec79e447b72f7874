import { text } from 'node:stream/consumers';
import { prerenderToNodeStream } from 'react-dom/static';
import { createRoutesStub } from 'react-router';
import { expect, test } from 'vitest';
import { CallError } from '#platform/contract/call-client.ts';
import { TranslatorProvider } from '#platform/web/translator.tsx';
import { loadMessages } from '../src/i18n/messages.ts';
import { ErrorPage } from '../src/site/shell/error-page.tsx';
import { VISITORS_ROOT_DATA } from './support/root-data.ts';

/** Renders the error page for a failure of the page with request id `page-1`. */
async function errorPage(error: unknown): Promise<string> {
  const Stub = createRoutesStub([
    {
      id: 'root',
      path: '/',
      ErrorBoundary: () => <ErrorPage error={error} />,
      children: [{ id: 'page', index: true }],
    },
  ]);
  const { prelude } = await prerenderToNodeStream(
    <TranslatorProvider language="en" messages={await loadMessages('en')} product="Dolna" currency="Tk">
      <Stub hydrationData={{ loaderData: { root: VISITORS_ROOT_DATA }, errors: { root: error } }} />
    </TranslatorProvider>,
  );
  return (await text(prelude)).replaceAll('<!-- -->', '');
}

const call = (status: number) =>
  new CallError({
    type: 'urn:dolna:problem:unexpected',
    title: 'unexpected',
    status,
    detail: 'Something went wrong.',
    message: 'Something went wrong.',
    instance: 'call-1',
  });

test('the error page shows the id of the failed request, and no detail of the error', async () => {
  const page = await errorPage(new Error('connect ECONNREFUSED 127.0.0.1:5432'));
  expect(page).toContain('Something went wrong');
  expect(page).toContain('Code for our support: page-1');
  expect(page).not.toContain('ECONNREFUSED');
});

test('when a call of the page failed, the error page shows that call’s id', async () => {
  expect(await errorPage(call(500))).toContain('Code for our support: call-1');
});

test('a missing page is the 404 page, and no error', async () => {
  const page = await errorPage(call(404));
  expect(page).toContain('Page not found');
  expect(page).not.toContain('Code for our support');
});

test.each([404, 500])(
  'the page of an error %d has the header, a search field and the language switch',
  async (status) => {
    const page = await errorPage(call(status));
    expect(page).toContain('<header');
    expect(page).toMatch(/role="search".*name="q".*<main.*role="search".*name="q"/s);
    expect(page).toContain('href="?lang=bn"');
  },
);
