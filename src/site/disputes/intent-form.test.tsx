import { renderToString } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, test } from 'vitest';
import { TranslatorProvider } from '#platform/web/translator.tsx';
import { VISITORS_ROOT_DATA } from '../../../tests/support/root-data.ts';
import { loadMessages } from '../../i18n/messages.ts';
import { IntentForm } from './intent-form.tsx';

test('without a script a refusal stands in the form that was sent, not in another one of the same intent', async () => {
  const refused = { initialValue: { intent: 'reply', reply: 'decide' }, error: { '': ['error.unexpected'] } };
  const Forms = () => (
    <>
      <IntentForm intent="reply" fields={{ reply: 'accept' }} submit="Accept" />
      <IntentForm intent="reply" fields={{ reply: 'decide' }} submit="Decide" />
    </>
  );
  const Stub = createRoutesStub([{ id: 'root', path: '/', children: [{ id: 'page', index: true, Component: Forms }] }]);
  const page = renderToString(
    <TranslatorProvider language="en" messages={await loadMessages('en')} product="Dolna" currency="Tk">
      <Stub hydrationData={{ loaderData: { root: VISITORS_ROOT_DATA }, actionData: { page: { refused } } }} />
    </TranslatorProvider>,
  );
  const [accept = '', decide = ''] = page.split('</form>');
  expect([accept, decide].map((form) => form.includes('alert-error'))).toEqual([false, true]);
});
