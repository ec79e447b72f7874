import { renderToString } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, test } from 'vitest';
import { TranslatorProvider } from '#platform/web/translator.tsx';
import { loadMessages } from '../../../i18n/messages.ts';
import { PaidPanel } from './paid-panel.tsx';

async function shown(sellerLocation: string): Promise<string> {
  const messages = await loadMessages('en');
  const booking = { _id: '1', location: 'Mirpur', sellerLocation };
  const Stub = createRoutesStub([{ path: '/', Component: () => <PaidPanel booking={booking} transactionId="pi_1" /> }]);
  return renderToString(
    <TranslatorProvider language="en" messages={messages} product="Dolna" currency="Tk">
      <Stub />
    </TranslatorProvider>,
  );
}

test('the page after a payment names a pick-up point only when both sides agree on it', async () => {
  expect(await shown('Mirpur')).toContain('Pick-up point: Mirpur.');
  const differing = await shown('Banani');
  expect(differing).toContain('The seller’s point: Banani. Yours: Mirpur. Call to agree');
  expect(differing).not.toContain('Pick-up point: Mirpur');
});

test('the page after a payment has its links above the number, whose copy button comes with the script', async () => {
  const page = await shown('Mirpur');
  expect(page.indexOf('pi_1')).toBeGreaterThan(page.lastIndexOf('</a>'));
});
