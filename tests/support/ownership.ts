import { aProduct } from '#modules/catalogue/server/fixtures.ts';
import { A_CLAIM } from '#modules/disputes/server/disputes.fixtures.ts';
import { PHOTO_FIELD } from '#modules/photos/contract.ts';
import { A_MESSAGE } from './cast.ts';
import { type Ownership, ofBoth, ofBuyer, ofSeller, roleOfBuyer, shared } from './owners.ts';

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
    async ask(cast) {
      const { email, headers } = await cast.newcomer();
      return { body: { name: 'Nusrat', email, userCategory: 'Buyer' }, owner: headers };
    },
  },
  // A separate account: the cast keeps its roles.
  'PUT /me/roles/{role}': {
    whose: 'buyer',
    others: 403,
    also: ['other buyer', 'seller', 'other seller', 'both'],
    async ask(cast) {
      const { headers } = await cast.leavingBuyer();
      return { params: { role: 'seller' }, owner: headers };
    },
  },
  'GET /users/user-type/{type}': shared(() => ({ params: { type: 'Buyer' } })),
  'DELETE /users/{id}': shared(async (cast) => ({ params: { id: await cast.bystander('buyer') } })),
  'PATCH /users/{id}': shared(async (cast) => ({
    params: { id: await cast.bystander('seller') },
    body: { verify: 'Verified' },
  })),

  'GET /audit': shared(),
  'GET /exports/{list}.csv': shared(() => ({ params: { list: 'orders' } })),

  'GET /me/account': shared(),
  'GET /me/data': shared(),
  'PATCH /me/account': shared(() => ({ body: { phone: '01712345678' } })),
  'PUT /me/email': shared(({ buyer: { password } }) => ({
    // The cast shares one password, and no link is opened.
    body: { newEmail: `${crypto.randomUUID()}@example.com`, password },
  })),
  'PUT /email-changes/{token}': shared(async (cast) => ({ params: { token: await cast.emailLink() } })),
  // A separate account: deleting one of the cast would break the other calls.
  'DELETE /me': {
    whose: 'buyer',
    others: 403,
    async ask(cast) {
      const { headers, password } = await cast.leavingBuyer();
      return { body: { password }, owner: headers };
    },
  },

  'GET /me/sessions': shared(),
  'DELETE /me/sessions/{id}': ofBuyer(404, async (cast) => ({ params: { id: await cast.session() } })),
  'DELETE /me/sessions': shared(),
  'PUT /me/password': shared(({ buyer: { password } }) => ({
    // The cast shares one password and keeps it.
    body: { oldPassword: password, newPassword: password },
  })),

  'GET /categories': shared(),
  'GET /products/advertise': shared(),
  'GET /products/category/{categoryId}': shared(({ categoryId }) => ({ params: { categoryId } })),
  'GET /listing-terms': shared(),
  'POST /products': shared(({ categoryId }) => ({ body: aProduct(categoryId) })),
  'POST /photos': shared(() => ({ file: { field: PHOTO_FIELD, bytes: A_PNG } })),
  'GET /my-products': ofSeller(403, ({ seller }) => ({ query: { email: seller.email } })),
  'GET /my-products/{id}': ofSeller(404, async (cast) => ({ params: { id: await cast.list() } })),
  'PATCH /my-products/{id}': ofSeller(404, async (cast) => ({
    params: { id: await cast.list() },
    body: { resalePrice: 1 },
  })),
  'PUT /my-products/{id}': ofSeller(404, async (cast) => ({
    params: { id: await cast.list() },
    query: { status: 'SOLD' },
  })),
  'DELETE /my-products/{id}': ofSeller(404, async (cast) => ({ params: { id: await cast.list() } })),

  'GET /items/{id}': shared(async (cast) => ({ params: { id: await cast.list() } })),
  'GET /items/{id}/offer': shared(async (cast) => ({ params: { id: await cast.list() } })),
  'GET /sellers/{id}': shared(({ seller }) => ({ params: { id: seller.id } })),
  'GET /sellers/{id}/products': shared(({ seller }) => ({ params: { id: seller.id } })),
  'GET /search': shared(() => ({ query: { q: 'coach pram', condition: 'Good', sort: 'cheap' } })),
  'GET /search/summary': shared(() => ({ query: { q: 'coach pram', condition: 'Good' } })),
  'GET /search/suggestions': shared(() => ({ query: { q: 'pra' } })),
  'GET /items/{id}/similar': shared(async (cast) => ({ params: { id: await cast.list() } })),
  'GET /search/synonyms': shared(),
  'POST /search/synonyms': shared(() => ({ body: { words: ['pram', 'perambulator'] } })),
  'PUT /search/synonyms/{id}': shared(async (cast) => ({
    params: { id: await cast.synonyms() },
    body: { words: ['pram', 'pushchair'] },
  })),
  'DELETE /search/synonyms/{id}': shared(async (cast) => ({ params: { id: await cast.synonyms() } })),

  'GET /wishlist': ofBuyer(403, ({ buyer }) => ({ query: { email: buyer.email } })),
  'POST /wishlist': shared(async (cast) => ({ body: { itemId: await cast.list() } })),
  'DELETE /wishlist/{id}': ofBuyer(404, async (cast) => ({ params: { id: await cast.wish() } })),

  'GET /bookings': ofBuyer(403, ({ buyer }) => ({ query: { email: buyer.email } })),
  'GET /my-buyers': ofSeller(403, ({ seller }) => ({ query: { email: seller.email } })),
  'GET /bookings/{id}': ofBuyer(404, async (cast) => ({ params: { id: await cast.book() } })),
  'POST /bookings': shared(async (cast) => ({
    body: { itemId: await cast.list(), phone: '01712345678', location: 'Mirpur 10' },
  })),
  'DELETE /bookings/{id}': ofBuyer(404, async (cast) => ({ params: { id: await cast.book() } })),
  'GET /my-buyers/{bookingId}': ofSeller(404, async (cast) => ({ params: { bookingId: await cast.book() } })),

  'GET /bookings/{id}/payment': ofBuyer(404, async (cast) => ({ params: { id: await cast.book() } })),
  'POST /bookings/{id}/check-payment': ofBuyer(404, async (cast) => ({ params: { id: await cast.book() } })),
  'POST /bookings/{id}/method': ofBuyer(404, async (cast) => ({
    params: { id: await cast.bookForCash() },
    body: { method: 'cash' },
  })),
  'POST /my-buyers/{bookingId}/handover': ofSeller(404, async (cast) => ({
    params: { bookingId: await cast.sellBooking() },
    body: { withoutCode: true },
  })),
  'POST /bookings/{id}/received': ofBuyer(404, async (cast) => ({ params: { id: await cast.sellBooking() } })),
  'POST /bookings/{id}/not-received': ofBuyer(404, async (cast) => ({ params: { id: await cast.claimHandover() } })),
  'POST /bookings/{id}/call-off': ofBoth(async (cast) => ({
    params: { id: await cast.sellBooking() },
    body: { reason: 'No time' },
  })),
  'POST /bookings/{id}/no-show': ofBoth(async (cast) => ({ params: { id: await cast.missPickup() } })),
  'POST /bookings/{id}/contradict': ofBuyer(404, async (cast) => ({ params: { id: await cast.reportNoShow() } })),

  'POST /private-photos': shared(() => ({ file: { field: PHOTO_FIELD, bytes: A_PNG } })),
  'POST /bookings/{id}/dispute': ofBuyer(404, async (cast) => ({
    params: { id: await cast.handOver() },
    body: A_CLAIM,
  })),
  'GET /disputes': shared(),
  'GET /disputes/{id}': {
    ...ofBoth(async (cast) => ({ params: { id: await cast.dispute() } })),
    also: ['seller', 'admin'],
  },
  'POST /disputes/{id}/answer': ofSeller(404, async (cast) => ({
    params: { id: await cast.dispute() },
    body: { answer: 'refuse', text: A_CLAIM.text },
  })),
  'POST /disputes/{id}/reply': ofBuyer(404, async (cast) => ({
    params: { id: await cast.dispute('reply') },
    body: { reply: 'decide' },
  })),
  // The buyer says that they brought the item; then the seller confirms it.
  'POST /disputes/{id}/returned': ofBoth(async (cast) => ({
    params: { id: await cast.dispute('return') },
    body: {},
  })),
  'POST /disputes/{id}/decision': shared(async (cast) => ({
    params: { id: await cast.dispute('decision') },
    body: { outcome: 'none', withReturn: false, reason: A_CLAIM.text },
  })),
  'POST /disputes/{id}/appeal': ofBoth(async (cast) => ({
    params: { id: await cast.dispute('appeal') },
    body: { reason: A_CLAIM.text },
  })),

  'POST /reports': shared(async (cast, who) => ({
    // A seller cannot report an own product.
    body: {
      productId: await cast.list(who === 'seller' ? cast.otherSeller : cast.seller),
      reason: 'The picture shows another pram.',
    },
  })),
  'GET /reports': shared(),
  'PATCH /reports/{productId}': shared(async (cast) => ({
    params: { productId: await cast.report() },
    body: { decision: 'remove' },
  })),
  'GET /my-reports': shared(),

  'GET /reset-links': shared(() => ({ query: { token: 'unknown' } })),
  'POST /contact': shared(() => ({ body: A_MESSAGE })),
  'GET /contact': shared(),
  'PATCH /contact/{id}': shared(async (cast) => ({
    params: { id: await cast.write() },
    body: { state: 'answered' },
  })),

  'GET /admin/payments': shared(),
  'POST /admin/payments/{id}/by-hand': shared(async (cast) => ({
    params: { id: await cast.sell() },
    body: { amount: 1, reference: 'Cash receipt 17' },
  })),
  'POST /admin/payments/{id}/retry-refund': shared(async (cast) => ({ params: { id: await cast.stoppedRefund() } })),
  'POST /payments/{id}/review': shared(async (cast) => ({
    params: { id: await cast.keepPayment() },
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
  // The cast shares one password.
  'PUT /my-payout-account': shared(({ seller: { password } }) => ({
    body: { kind: 'bkash', bkash: '01711000482', bkashAgain: '01711000482', password },
  })),
  'PUT /my-payout-account/weekly': shared(async (cast, who) => {
    if (who === 'seller' || who === 'other seller' || who === 'both') await cast.earn(cast[SELLERS[who]]);
    return { body: { weekly: false } };
  }),
  'POST /my-payouts': shared(async (cast, who) => {
    if (who === 'seller' || who === 'other seller' || who === 'both') await cast.earn(cast[SELLERS[who]]);
    return {};
  }),
  'GET /receipts/{bookingId}': {
    whose: 'buyer',
    others: 404,
    also: ['seller'],
    async ask(cast) {
      return { params: { bookingId: await cast.sellBooking() } };
    },
  },
  'GET /overview': shared(),
  'GET /payouts': shared(),
  'GET /payouts/summary': shared(),
  'GET /payouts/files': shared(),
  'POST /payouts/files': shared(async (cast) => {
    await cast.bankPayout();
    return {};
  }),
  'GET /payouts/sent.csv': shared(async (cast) => ({ query: { madeAt: await cast.payoutFile() } })),
  'POST /payouts/{id}/send': shared(async (cast) => ({ params: { id: await cast.payout() } })),
  'POST /payouts/{id}/transfer': shared(async (cast) => ({ params: { id: await cast.payout('sent') } })),
  'POST /payouts/{id}/paid': shared(async (cast) => ({
    params: { id: await cast.payout('sent') },
    body: { reference: 'CFT26326 0091' },
  })),
  'POST /payouts/{id}/failed': shared(async (cast) => ({
    params: { id: await cast.payout('sent') },
    body: { reason: 'Account closed' },
  })),

  'GET /payment-settings': shared(),
  'POST /create-payment-intent': ofBuyer(404, async (cast) => ({
    body: { bookingId: await cast.book(), itemPrice: 6500 },
  })),
  'POST /payments': ofBuyer(404, async (cast) => ({ body: await cast.payUnrecorded() })),
  // It proves itself by its signature, which none of these have.
  'POST /payments/webhook': shared(() => ({ body: { id: 'evt_1', type: 'payment_intent.succeeded' } })),
};

/** The seller of the cast that each kind of caller is. */
const SELLERS = { seller: 'seller', 'other seller': 'otherSeller', both: 'both' } as const;

/** A picture of one pixel. */
const A_PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
