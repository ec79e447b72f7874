import { aProduct } from '#modules/catalogue/server/fixtures.ts';
import { A_CLAIM } from '#modules/disputes/server/disputes.fixtures.ts';
import { PHOTO_FIELD } from '#modules/photos/contract.ts';
import { type Ownership, ofBoth, ofBuyer, ofSeller, roleOfBuyer, shared } from './owners.ts';
import { A_MESSAGE } from './test-people.ts';

/**
 * The owner of the resource that each call names. The contract declares the role; ownership is declared here. A call without
 * an entry fails the tests.
 */
export const OWNERSHIP: Record<string, Ownership> = {
  'GET /users/admin/{email}': roleOfBuyer,
  'GET /users/buyer/{email}': roleOfBuyer,
  'GET /users/seller/{email}': roleOfBuyer,
  'GET /jwt': ofBuyer(403, ({ buyer }) => ({ query: { email: buyer.email } })),
  'GET /session': shared(),
  'GET /me': shared(),
  'POST /users': {
    whose: 'undecided',
    others: 403,
    async ask(people) {
      const { email, headers } = await people.newcomer();
      return { body: { name: 'Nusrat', email, userCategory: 'Buyer' }, owner: headers };
    },
  },
  // A separate account: the test people keep their roles.
  'PUT /me/roles/{role}': {
    whose: 'buyer',
    others: 403,
    also: ['other buyer', 'seller', 'other seller', 'both'],
    async ask(people) {
      const { headers } = await people.leavingBuyer();
      return { params: { role: 'seller' }, owner: headers };
    },
  },
  'GET /users/user-type/{type}': shared(() => ({ params: { type: 'Buyer' } })),
  'DELETE /users/{id}': shared(async (people) => ({ params: { id: await people.bystander('buyer') } })),
  'PATCH /users/{id}': shared(async (people) => ({
    params: { id: await people.bystander('seller') },
    body: { verify: 'Verified' },
  })),

  'GET /audit': shared(),
  'GET /exports/{list}.csv': shared(() => ({ params: { list: 'orders' } })),

  'GET /me/account': shared(),
  'GET /me/data': shared(),
  'PATCH /me/account': shared(() => ({ body: { phone: '01712345678' } })),
  'PUT /me/email': shared(({ buyer: { password } }) => ({
    // The test people share one password, and no link is opened.
    body: { newEmail: `${crypto.randomUUID()}@example.com`, password },
  })),
  'PUT /email-changes/{token}': shared(async (people) => ({ params: { token: await people.emailLink() } })),
  // A separate account: deleting a test person would break the other calls.
  'DELETE /me': {
    whose: 'buyer',
    others: 403,
    async ask(people) {
      const { headers, password } = await people.leavingBuyer();
      return { body: { password }, owner: headers };
    },
  },

  'GET /me/sessions': shared(),
  'DELETE /me/sessions/{id}': ofBuyer(404, async (people) => ({ params: { id: await people.session() } })),
  'DELETE /me/sessions': shared(),
  'PUT /me/password': shared(({ buyer: { password } }) => ({
    // The test people share one password and keep it.
    body: { oldPassword: password, newPassword: password },
  })),

  'GET /categories': shared(),
  'GET /products/advertise': shared(),
  'GET /products/category/{categoryId}': shared(({ categoryId }) => ({ params: { categoryId } })),
  'GET /listing-terms': shared(),
  'POST /products': shared(({ categoryId }) => ({ body: aProduct(categoryId) })),
  'POST /photos': shared(() => ({ file: { field: PHOTO_FIELD, bytes: A_PNG } })),
  'GET /my-products': ofSeller(403, ({ seller }) => ({ query: { email: seller.email } })),
  'GET /my-products/{id}': ofSeller(404, async (people) => ({ params: { id: await people.list() } })),
  'PATCH /my-products/{id}': ofSeller(404, async (people) => ({
    params: { id: await people.list() },
    body: { resalePrice: 1 },
  })),
  'PUT /my-products/{id}': ofSeller(404, async (people) => ({
    params: { id: await people.list() },
    query: { status: 'SOLD' },
  })),
  'DELETE /my-products/{id}': ofSeller(404, async (people) => ({ params: { id: await people.list() } })),

  'GET /items/{id}': shared(async (people) => ({ params: { id: await people.list() } })),
  'GET /items/{id}/offer': shared(async (people) => ({ params: { id: await people.list() } })),
  'GET /sellers/{id}': shared(({ seller }) => ({ params: { id: seller.id } })),
  'GET /sellers/{id}/products': shared(({ seller }) => ({ params: { id: seller.id } })),
  'GET /search': shared(() => ({ query: { q: 'coach pram', condition: 'Good', sort: 'cheap' } })),
  'GET /search/summary': shared(() => ({ query: { q: 'coach pram', condition: 'Good' } })),
  'GET /search/suggestions': shared(() => ({ query: { q: 'pra' } })),
  'GET /items/{id}/similar': shared(async (people) => ({ params: { id: await people.list() } })),
  'GET /search/synonyms': shared(),
  'POST /search/synonyms': shared(() => ({ body: { words: ['pram', 'perambulator'] } })),
  'PUT /search/synonyms/{id}': shared(async (people) => ({
    params: { id: await people.synonyms() },
    body: { words: ['pram', 'pushchair'] },
  })),
  'DELETE /search/synonyms/{id}': shared(async (people) => ({ params: { id: await people.synonyms() } })),

  'GET /wishlist': ofBuyer(403, ({ buyer }) => ({ query: { email: buyer.email } })),
  'POST /wishlist': shared(async (people) => ({ body: { itemId: await people.list() } })),
  'DELETE /wishlist/{id}': ofBuyer(404, async (people) => ({ params: { id: await people.wish() } })),

  'GET /bookings': ofBuyer(403, ({ buyer }) => ({ query: { email: buyer.email } })),
  'GET /my-buyers': ofSeller(403, ({ seller }) => ({ query: { email: seller.email } })),
  'GET /bookings/{id}': ofBuyer(404, async (people) => ({ params: { id: await people.book() } })),
  'POST /bookings': shared(async (people) => ({
    body: { itemId: await people.list(), phone: '01712345678', location: 'Mirpur 10' },
  })),
  'DELETE /bookings/{id}': ofBuyer(404, async (people) => ({ params: { id: await people.book() } })),
  'GET /my-buyers/{bookingId}': ofSeller(404, async (people) => ({ params: { bookingId: await people.book() } })),

  'GET /bookings/{id}/payment': ofBuyer(404, async (people) => ({ params: { id: await people.book() } })),
  'POST /bookings/{id}/check-payment': ofBuyer(404, async (people) => ({ params: { id: await people.book() } })),
  'POST /bookings/{id}/method': ofBuyer(404, async (people) => ({
    params: { id: await people.bookForCash() },
    body: { method: 'cash' },
  })),
  'POST /my-buyers/{bookingId}/handover': ofSeller(404, async (people) => ({
    params: { bookingId: await people.sellBooking() },
    body: { withoutCode: true },
  })),
  'POST /bookings/{id}/received': ofBuyer(404, async (people) => ({ params: { id: await people.sellBooking() } })),
  'POST /bookings/{id}/not-received': ofBuyer(404, async (people) => ({
    params: { id: await people.claimHandover() },
  })),
  'POST /bookings/{id}/call-off': ofBoth(async (people) => ({
    params: { id: await people.sellBooking() },
    body: { reason: 'No time' },
  })),
  'POST /bookings/{id}/no-show': ofBoth(async (people) => ({ params: { id: await people.missPickup() } })),
  'POST /bookings/{id}/contradict': ofBuyer(404, async (people) => ({ params: { id: await people.reportNoShow() } })),

  'POST /private-photos': shared(() => ({ file: { field: PHOTO_FIELD, bytes: A_PNG } })),
  'POST /bookings/{id}/dispute': ofBuyer(404, async (people) => ({
    params: { id: await people.handOver() },
    body: A_CLAIM,
  })),
  'GET /disputes': shared(),
  'GET /disputes/{id}': {
    ...ofBoth(async (people) => ({ params: { id: await people.dispute() } })),
    also: ['seller', 'admin'],
  },
  'POST /disputes/{id}/answer': ofSeller(404, async (people) => ({
    params: { id: await people.dispute() },
    body: { answer: 'refuse', text: A_CLAIM.text },
  })),
  'POST /disputes/{id}/reply': ofBuyer(404, async (people) => ({
    params: { id: await people.dispute('reply') },
    body: { reply: 'decide' },
  })),
  // The buyer says that they brought the item; then the seller confirms it.
  'POST /disputes/{id}/returned': ofBoth(async (people) => ({
    params: { id: await people.dispute('return') },
    body: {},
  })),
  'POST /disputes/{id}/decision': shared(async (people) => ({
    params: { id: await people.dispute('decision') },
    body: { outcome: 'none', withReturn: false, reason: A_CLAIM.text },
  })),
  'POST /disputes/{id}/appeal': ofBoth(async (people) => ({
    params: { id: await people.dispute('appeal') },
    body: { reason: A_CLAIM.text },
  })),

  'POST /reports': shared(async (people, who) => ({
    // A seller cannot report an own product.
    body: {
      productId: await people.list(who === 'seller' ? people.otherSeller : people.seller),
      reason: 'The picture shows another pram.',
    },
  })),
  'GET /reports': shared(),
  'PATCH /reports/{productId}': shared(async (people) => ({
    params: { productId: await people.report() },
    body: { decision: 'remove' },
  })),
  'GET /my-reports': shared(),

  'GET /reset-links': shared(() => ({ query: { token: 'unknown' } })),
  'POST /contact': shared(() => ({ body: A_MESSAGE })),
  'GET /contact': shared(),
  'PATCH /contact/{id}': shared(async (people) => ({
    params: { id: await people.write() },
    body: { state: 'answered' },
  })),

  'GET /admin/payments': shared(),
  'POST /admin/payments/{id}/by-hand': shared(async (people) => ({
    params: { id: await people.sell() },
    body: { amount: 1, reference: 'Cash receipt 17' },
  })),
  'POST /admin/payments/{id}/retry-refund': shared(async (people) => ({
    params: { id: await people.stoppedRefund() },
  })),
  'POST /payments/{id}/review': shared(async (people) => ({
    params: { id: await people.keepPayment() },
    body: { decision: 'refund', reason: 'The card is reported as stolen.' },
  })),
  'GET /payments/bkash/return': shared(() => ({ query: { paymentID: 'TR0011unknown', status: 'success' } })),
  'POST /payments/bkash/webhook': shared(() => ({ body: { Type: 'Notification' } })),
  'POST /payments/sslcommerz/return': shared(() => ({ body: { tran_id: 'unknown1', status: 'VALID' } })),
  'POST /payments/sslcommerz/ipn': shared(() => ({ body: { tran_id: 'unknown1', status: 'VALID' } })),

  'GET /my-earnings': shared(),
  'GET /my-earnings/lines': shared(),
  'GET /my-earnings/lines.csv': shared(),
  'GET /my-earnings/statement': shared(() => ({ query: { month: '2026-11' } })),
  // The test people share one password.
  'PUT /my-payout-account': shared(({ seller: { password } }) => ({
    body: { kind: 'bkash', bkash: '01711000482', bkashAgain: '01711000482', password },
  })),
  'PUT /my-payout-account/weekly': shared(async (people, who) => {
    if (who === 'seller' || who === 'other seller' || who === 'both') await people.earn(people[SELLERS[who]]);
    return { body: { weekly: false } };
  }),
  'POST /my-payouts': shared(async (people, who) => {
    if (who === 'seller' || who === 'other seller' || who === 'both') await people.earn(people[SELLERS[who]]);
    return {};
  }),
  'GET /receipts/{bookingId}': {
    whose: 'buyer',
    others: 404,
    also: ['seller'],
    async ask(people) {
      return { params: { bookingId: await people.sellBooking() } };
    },
  },
  'GET /overview': shared(),
  'GET /payouts': shared(),
  'GET /payouts/summary': shared(),
  'GET /payouts/files': shared(),
  'POST /payouts/files': shared(async (people) => {
    await people.bankPayout();
    return {};
  }),
  'GET /payouts/sent.csv': shared(async (people) => ({ query: { madeAt: await people.payoutFile() } })),
  'POST /payouts/{id}/send': shared(async (people) => ({ params: { id: await people.payout() } })),
  'POST /payouts/{id}/transfer': shared(async (people) => ({ params: { id: await people.payout('sent') } })),
  'POST /payouts/{id}/paid': shared(async (people) => ({
    params: { id: await people.payout('sent') },
    body: { reference: 'CFT26326 0091' },
  })),
  'POST /payouts/{id}/failed': shared(async (people) => ({
    params: { id: await people.payout('sent') },
    body: { reason: 'Account closed' },
  })),

  'GET /payment-settings': shared(),
  'POST /create-payment-intent': ofBuyer(404, async (people) => ({
    body: { bookingId: await people.book(), itemPrice: 6500 },
  })),
  'POST /payments': ofBuyer(404, async (people) => ({ body: await people.payUnrecorded() })),
  // It proves itself by its signature, which none of these have.
  'POST /payments/webhook': shared(() => ({ body: { id: 'evt_1', type: 'payment_intent.succeeded' } })),
};

/** The test seller that each kind of caller is. */
const SELLERS = { seller: 'seller', 'other seller': 'otherSeller', both: 'both' } as const;

/** A picture of one pixel. */
const A_PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
