import { renderToString } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, test } from 'vitest';
import { TranslatorProvider } from '#platform/web/translator.tsx';
import { loadMessages } from '../../../i18n/messages.ts';
import { PaymentCard } from './money-card.tsx';
import type { Deal } from './order-facts.ts';

async function shown(money: Pick<Deal, 'moneyState'>): Promise<string> {
  const messages = await loadMessages('en');
  const deal = { _id: '1', state: 'refunded', method: 'card', itemPrice: 1000, ...money } as Deal;
  const Stub = createRoutesStub([{ path: '/', Component: () => <PaymentCard deal={deal} /> }]);
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
