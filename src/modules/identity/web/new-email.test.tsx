import { renderToString } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, test } from 'vitest';
import { TranslatorProvider } from '#platform/web/translator.tsx';
import { VISITORS_ROOT_DATA } from '../../../../tests/support/root-data.ts';
import { loadMessages } from '../../../i18n/messages.ts';
import NewEmail from './new-email.tsx';

async function shown(notice: { done: boolean; message: string }): Promise<string> {
  const Stub = createRoutesStub([
    { id: 'root', path: '/', children: [{ id: 'page', index: true, Component: NewEmail as () => React.ReactNode }] },
  ]);
  const hydrationData = {
    loaderData: { root: { ...VISITORS_ROOT_DATA, notice } },
    actionData: { page: { done: false, message: 'This link has expired.' } },
  };
  return renderToString(
    <TranslatorProvider language="en" messages={await loadMessages('en')} product="Dolna" currency="Tk">
      <Stub hydrationData={hydrationData} />
    </TranslatorProvider>,
  );
}

test('the page of a new e-mail repeats a refusal only when the top of the page has another message', async () => {
  expect(await shown({ done: false, message: 'This link has expired.' })).not.toContain('This link has expired.');
  expect(await shown({ done: true, message: 'Saved to your wishlist.' })).toContain('This link has expired.');
});
