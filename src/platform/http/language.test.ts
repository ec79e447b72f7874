import { expect, test } from 'vitest';
import { message } from '#platform/contract/message-reference.ts';
import { translateIn } from './language.ts';

test('an e-mail shows texts of digits as they were typed, and numbers in the digits of its language', () => {
  const calledOff = message('mail.order.calledOff', { item: '2019', reason: '01712345678' });
  expect(translateIn('en', calledOff, 'Dolna')).toMatch(/^2019 was called off\. 01712345678\n/);
  const failed = message('mail.payoutFailedText', {
    number: 'P-000001',
    amount: 'Tk 500',
    reason: '4471123',
    link: '',
  });
  expect(translateIn('bn', failed, 'Dolna')).toContain('4471123');
  expect(translateIn('bn', message('error.passwordMin', { n: 1200 }), '')).toContain('১,২০০');
  expect(translateIn('bn', message('payments.tooMuch', { left: 1012.5 }), '')).toContain('১,০১২.৫');
});
