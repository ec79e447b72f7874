import { renderToString } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, test } from 'vitest';
import { TranslatorProvider } from '#platform/web/translator.tsx';
import { loadMessages } from '../../../i18n/messages.ts';
import { EndedPanel } from './ended-panel.tsx';

async function shown(more: Pick<Parameters<typeof EndedPanel>[0], 'state' | 'back'>): Promise<string> {
  const messages = await loadMessages('en');
  const Component = () => <EndedPanel item="Pram" categoryId="1" {...more} />;
  const Stub = createRoutesStub([{ path: '/', Component }]);
  return renderToString(
    <TranslatorProvider language="en" messages={messages} product="Dolna" currency="Tk">
      <Stub />
    </TranslatorProvider>,
  );
}

test('the page of an ended booking tells a returning buyer that taken money goes back', async () => {
  const told = 'If bKash took money, all of it goes back.';
  expect(await shown({ state: 'expired', back: 'bkash' })).toContain(told);
  expect(await shown({ state: 'cancelled', back: 'bkash' })).toContain(told);
  expect(await shown({ state: 'expired' })).not.toContain('took money');
  expect(await shown({ state: 'refund_due', back: 'bkash' })).not.toContain('took money');
});

test('a buyer whose payment is being checked is led to My Orders, and to similar items only after an end', async () => {
  for (const state of ['review', 'bank_dispute'] as const) {
    const page = await shown({ state });
    expect(page).toContain('href="/dashboard/myorders"');
    expect(page).not.toContain('href="/products/1"');
  }
  expect(await shown({ state: 'expired' })).toContain('href="/products/1"');
});
