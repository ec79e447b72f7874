import { aProduct } from '#modules/catalogue/server/fixtures.ts';
import { A_CLAIM } from '#modules/disputes/server/disputes.fixtures.ts';
import { LONG, NOT_PHONE, NOT_PRICE, NOT_TEXT, NOT_WORDS, NOT_WORDY, NOT_YEARS } from './invalid-values.ts';
import { A_MESSAGE, type CallerKind, type TestPeople } from './test-people.ts';

const BOOKING = { phone: '01712345678', location: 'Mirpur 10' };
const NOT_ID = ['', 'x', 5, null, [], '00000000-0000-0000-0000-00000000000'];

interface InvalidFields {
  caller: CallerKind;
  /** Returns a valid body. */
  body(people: TestPeople): object;
  /** Invalid values of the body's fields. */
  invalid: Record<string, unknown[]>;
}

/** Invalid values of fields of each call with a body. */
export const INVALID_FIELDS: Record<string, InvalidFields> = {
  'POST /users': {
    caller: 'undecided',
    body: () => ({ name: 'Nusrat', email: 'nusrat@example.com', userCategory: 'Buyer' }),
    invalid: { name: NOT_TEXT, email: ['', 'x', 5, `${LONG}@x`], userCategory: ['Admin', 'admin', 'buyer', '', null] },
  },
  'PATCH /users/{id}': {
    caller: 'admin',
    body: () => ({ verify: 'Verified' }),
    invalid: { verify: ['', 'verified', 'Unverified', true, null] },
  },
  'DELETE /me': {
    caller: 'buyer',
    body: () => ({ password: 'not-the-password' }),
    invalid: { password: ['', 'short', 5, null, {}, LONG], email: ['', 'x', 5, null, `${LONG}@x`] },
  },
  'PATCH /me/account': {
    caller: 'buyer',
    body: () => ({}),
    invalid: {
      name: NOT_TEXT,
      phone: ['12345', '01212345678', 5, null, LONG],
      location: ['ab', 5, null, LONG, 'abc\u0000'],
      language: ['', 'fr', 5, null],
    },
  },
  'PUT /me/email': {
    caller: 'buyer',
    body: () => ({ newEmail: 'new@example.com', password: 'not-the-password' }),
    invalid: { newEmail: ['', 'x', 5, null, `${LONG}@x`], password: ['', 'short', 5, null, {}, LONG] },
  },
  'PUT /me/password': {
    caller: 'buyer',
    body: () => ({ oldPassword: 'not-the-password', newPassword: 'brand-new-88' }),
    invalid: {
      oldPassword: ['', 'short', 5, null, {}, LONG],
      newPassword: ['', 'short', 'password123', 5, null, {}, LONG],
    },
  },
  'POST /products': {
    caller: 'seller',
    body: ({ categoryId }) => aProduct(categoryId),
    invalid: {
      productName: NOT_TEXT,
      imageURL: [
        '',
        'x',
        'javascript:alert(1)',
        'data:image/png;base64,x',
        '//evil.example/x.png',
        '/demo/../x.png',
        5,
        null,
      ],
      originalPrice: NOT_PRICE,
      resalePrice: NOT_PRICE,
      location: NOT_TEXT,
      useYear: NOT_YEARS,
      phone: NOT_PHONE,
      categoryId: [...NOT_ID, crypto.randomUUID()],
      quality: ['', 'New', 'good', 5, null],
      description: [5, null, LONG],
      cash: ['', 'maybe', true, null],
    },
  },
  'PATCH /my-products/{id}': {
    caller: 'seller',
    body: () => ({ useYear: 1 }),
    invalid: { productName: NOT_TEXT, resalePrice: NOT_PRICE, phone: NOT_PHONE, useYear: NOT_YEARS, quality: ['New'] },
  },
  'POST /bookings/{id}/method': {
    caller: 'buyer',
    body: () => ({ method: 'cash' }),
    invalid: { method: ['coins', 3] },
  },
  'POST /my-buyers/{bookingId}/handover': {
    caller: 'seller',
    body: () => ({ code: '123456' }),
    invalid: { code: ['12345', 'abcdef', 123456] },
  },
  'POST /bookings/{id}/call-off': {
    caller: 'buyer',
    body: () => ({ reason: 'No time' }),
    invalid: { reason: NOT_TEXT },
  },
  'POST /bookings': {
    caller: 'buyer',
    body: () => ({ itemId: crypto.randomUUID(), ...BOOKING }),
    invalid: { itemId: NOT_ID, phone: NOT_PHONE, location: NOT_TEXT },
  },
  'POST /wishlist': { caller: 'buyer', body: () => ({}), invalid: { itemId: NOT_ID } },
  'POST /reports': {
    caller: 'buyer',
    body: () => ({ productId: crypto.randomUUID(), reason: 'The picture shows another pram.' }),
    invalid: { productId: NOT_ID, reason: [...NOT_TEXT, 'too short'] },
  },
  'PATCH /reports/{productId}': {
    caller: 'admin',
    body: () => ({ decision: 'keep' }),
    invalid: { decision: ['', 'delete', null] },
  },
  'POST /payments/{id}/review': {
    caller: 'admin',
    body: () => ({ decision: 'refund', reason: 'The card is reported as stolen.' }),
    invalid: { decision: ['', 'keep', null], reason: NOT_TEXT },
  },
  'POST /admin/payments/{id}/by-hand': {
    caller: 'admin',
    body: () => ({ amount: 1, reference: 'Cash receipt 17' }),
    invalid: { amount: NOT_PRICE, reference: NOT_TEXT },
  },
  'PUT /my-payout-account': {
    caller: 'seller',
    body: () => ({ kind: 'bkash', bkash: '01711000482', bkashAgain: '01711000482', password: 'not-the-password' }),
    invalid: {
      kind: ['', 'cash', 5, null],
      bkash: NOT_PHONE,
      bkashAgain: [...NOT_PHONE, '01711000428'],
      routing: ['', '12345678', '1234567890', 'abcdefghi', 5, null],
      account: ['', '12345', '1'.repeat(21), 'abcdef', 5, null],
      password: ['', 'short', 5, null, {}, LONG],
    },
  },
  'PUT /my-payout-account/weekly': { caller: 'seller', body: () => ({}), invalid: { weekly: ['', 'on', 1, null] } },
  'POST /bookings/{id}/dispute': {
    caller: 'buyer',
    body: () => ({ ...A_CLAIM, want: 'part', amount: 1 }),
    invalid: { reason: ['ugly', 'not_received'], text: NOT_WORDY, want: ['none'], amount: NOT_PRICE, photos: [5, 'x'] },
  },
  'POST /disputes/{id}/answer': {
    caller: 'seller',
    body: () => ({ answer: 'offer', amount: 1, text: A_CLAIM.text }),
    invalid: { answer: ['maybe', null], text: [5, 'too short', LONG], amount: NOT_PRICE, photos: [5, 'x'] },
  },
  'POST /disputes/{id}/reply': { caller: 'buyer', body: () => ({}), invalid: { reply: ['', 'refuse', null] } },
  'POST /disputes/{id}/returned': {
    caller: 'buyer',
    body: () => ({}),
    invalid: { code: ['', '12345', 5, null, LONG] },
  },
  'POST /disputes/{id}/decision': {
    caller: 'admin',
    body: () => ({ outcome: 'part', amount: 1, withReturn: false, reason: A_CLAIM.text }),
    invalid: { outcome: ['all', null], amount: NOT_PRICE, withReturn: ['yes', null], reason: NOT_WORDY },
  },
  'POST /disputes/{id}/appeal': { caller: 'buyer', body: () => ({}), invalid: { reason: NOT_WORDY } },
  'POST /payouts/{id}/paid': {
    caller: 'admin',
    body: () => ({}),
    invalid: { reference: [...NOT_TEXT, 'x'.repeat(61)] },
  },
  'POST /payouts/{id}/failed': {
    caller: 'admin',
    body: () => ({}),
    invalid: { reason: [...NOT_TEXT, 'x'.repeat(201)] },
  },
  'POST /search/synonyms': { caller: 'admin', body: () => ({}), invalid: { words: NOT_WORDS } },
  'PUT /search/synonyms/{id}': { caller: 'admin', body: () => ({}), invalid: { words: NOT_WORDS } },
  'POST /contact': {
    caller: 'visitor',
    body: () => A_MESSAGE,
    invalid: {
      name: NOT_TEXT,
      email: ['', 'x', 5, `${LONG}@x`],
      subject: ['', 'complaint', null],
      message: NOT_TEXT,
      requestId: [5, 'not an id', LONG],
    },
  },
  'PATCH /contact/{id}': { caller: 'admin', body: () => ({}), invalid: { state: ['', 'closed', null] } },
  'POST /create-payment-intent': {
    caller: 'buyer',
    body: () => ({ bookingId: crypto.randomUUID(), itemPrice: 6500 }),
    invalid: { bookingId: NOT_ID, itemPrice: NOT_PRICE },
  },
  'POST /payments': {
    caller: 'buyer',
    body: () => ({ bookingId: crypto.randomUUID(), transactionId: 'pi_123456' }),
    invalid: { bookingId: NOT_ID, transactionId: ['', 'x', 'ch_123456', 'pi_', "pi_123456' or 1=1", 5, null] },
  },
};
