import { renderToString } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, test } from 'vitest';
import type { Category } from '#modules/catalogue/contract.ts';
import { TranslatorProvider } from '#platform/web/translator.tsx';
import { loadMessages } from '../../i18n/messages.ts';
import { Collections } from './collections.tsx';

test('a count at the limit of 1,000 is a lower bound', async () => {
  const names = { en: 'Prams', bn: 'প্র্যাম' };
  const category: Category = {
    _id: '1',
    categoryName: 'Prams',
    names,
    photo: '/art/cut-cot.svg',
    tone: '',
    count: 1000,
  };
  const Stub = createRoutesStub([
    { path: '/', Component: () => <Collections categories={[category, { ...category, _id: '2', count: 999 }]} /> },
  ]);
  const html = renderToString(
    <TranslatorProvider language="en" messages={await loadMessages('en')} product="Dolna" currency="Tk">
      <Stub />
    </TranslatorProvider>,
  );
  expect(html).toContain('>1,000+ items<');
  expect(html).toContain('>999 items<');
});
