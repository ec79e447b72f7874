import { renderToString } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, test } from 'vitest';
import { TranslatorProvider } from '#platform/web/translator.tsx';
import { loadMessages } from '../../../i18n/messages.ts';
import { EarningCard, PaymentCard } from './money-card.tsx';
import type { Deal } from './order-facts.ts';

const PAID = { step: 'paid', by: 'buyer', at: '2026-11-20T13:02:00.000Z' } as const;

async function shown(parts: Partial<Deal>, Card = PaymentCard): Promise<string> {
  const messages = await loadMessages('en');
  const deal = { _id: '1', state: 'refunded', method: 'card', itemPrice: 1000, timeline: [PAID], ...parts } as Deal;
  const Stub = createRoutesStub([{ path: '/', Component: () => <Card deal={deal} /> }]);
  return renderToString(
    <TranslatorProvider language="en" messages={messages} product="Dolna" currency="Tk">
      <Stub />
    </TranslatorProvider>,
  );
}

test('the order says Refunded only after the provider has returned the money', async () => {
  const due = await shown({ moneyState: 'refund_due' });
  expect(due).toContain('Refund under way');
  expect(due).not.toContain('Refunded');
  expect(await shown({})).toContain('Refunded');
});

test('a booking that was paid keeps its receipt after the refund, and an unpaid one has none', async () => {
  expect(await shown({})).toContain('href="/dashboard/receipt/1"');
  expect(await shown({ state: 'cancelled', timeline: [] })).not.toContain('/dashboard/receipt/');
});

test('an order with a part refund says the sum that went back, or is on its way', async () => {
  const part = { state: 'partly_refunded', kept: 400 } as const;
  expect(await shown(part)).toMatch(/Refunded<.*Tk\s600/);
  expect(await shown({ ...part, moneyState: 'refund_due' })).toMatch(/Refund under way<.*Tk\s600/);
});

test('a sale with a part refund says that sum, and the seller’s share of the rest', async () => {
  const part = { state: 'partly_refunded', kept: 400, fee: 50, other: { name: 'Ayesha' } } as const;
  const card = await shown(part, EarningCard);
  expect(card).toMatch(/Part refunded<.*Tk\s600/);
  expect(card).toMatch(/You get<.*Tk\s350/);
  expect(await shown({ ...part, state: 'completed', kept: undefined }, EarningCard)).toMatch(/You get<.*Tk\s950/);
});
