import { renderToString } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, test } from 'vitest';
import { TranslatorProvider } from '#platform/web/translator.tsx';
import { VISITORS_ROOT_DATA } from '../../../../../tests/support/root-data.ts';
import { loadMessages } from '../../../../i18n/messages.ts';
import type { PaymentForAdmin } from '../../admin.contract.ts';
import { ReviewForm } from './review-dialog.tsx';

async function shown(review: PaymentForAdmin['review'], returned = 0): Promise<string> {
  const payment: PaymentForAdmin = {
    ...{ _id: '1', transactionId: 'T1', itemName: 'Pram', provider: 'sslcommerz', state: 'review', review },
    ...{ amount: 6500, returned, left: 6500 - returned, due: 0, since: '2026-01-31T12:00:00.000Z' },
    ...{ disputed: false, stopped: false, retryable: false, buyerErased: false },
  };
  const messages = await loadMessages('en');
  const Stub = createRoutesStub([
    {
      id: 'root',
      path: '/',
      children: [{ index: true, Component: () => <ReviewForm payment={payment} onDone={() => undefined} /> }],
    },
  ]);
  return renderToString(
    <TranslatorProvider language="en" messages={messages} product="Dolna" currency="Tk">
      <Stub hydrationData={{ loaderData: { root: VISITORS_ROOT_DATA } }} />
    </TranslatorProvider>,
  );
}

test('the decision offers the release of a payment with a risk', async () => {
  const form = await shown('risk');
  expect(form).toContain('value="release"');
  expect(form).toContain('type="radio" name="decision" value="refund"');
});

test.each([
  ['amount', 0, '6,500', 'payments.why.amount'],
  ['currency', 0, '6,500', 'payments.reviewCurrency'],
  ['reference', 0, '6,500', 'payments.reviewReference'],
  ['risk', 100, '6,400', 'payments.reviewPart'],
] as const)(
  'of a payment for the cause "%s" and Tk %i gone back, the decision is the refund of Tk %s, with the reason',
  async (review, returned, left, reason) => {
    const form = await shown(review, returned);
    expect(form).not.toContain('release');
    expect(form).toContain('type="hidden" name="decision" value="refund"');
    const texts = await loadMessages('en');
    const told = (text = '', sum = '') => text.replace('{amount}', `Tk\u00a0${sum}`).replace('{item}', 'Pram');
    expect(form).toContain(told(texts['payments.refundHint'], left));
    expect(form).toContain(told(texts[reason], '6,500'));
  },
);
