import { aProduct } from '#modules/catalogue/server/fixtures.ts';
import { PHOTO_FIELD } from '#modules/photos/contract.ts';
import { A_MESSAGE, type Cast, type Who } from './cast.ts';

/** What a call is asked with. */
export interface Ask {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: object;
  /** A multipart form's file, in place of a body. */
  file?: { field: string; bytes: Buffer };
  /** What its owner sends along, where that is nobody of the cast. */
  owner?: Record<string, string>;
}

export interface Ownership {
  /** Whose the thing is that the call names. */
  whose: Who | 'nobody';
  /** What somebody of the right role is told whose it is not. */
  others?: 403 | 404;
  /** Who else may, beside its owner. */
  also?: Who[];
  /** Makes what the call names, and asks for it. */
  ask(cast: Cast, who: Who): Ask | Promise<Ask>;
}

const nobodys = (ask: Ownership['ask'] = () => ({})): Ownership => ({ whose: 'nobody', ask });
const ofBuyer = (others: 403 | 404, ask: Ownership['ask']): Ownership => ({ whose: 'buyer', others, ask });
const ofSeller = (others: 403 | 404, ask: Ownership['ask']): Ownership => ({ whose: 'seller', others, ask });
const roleOfBuyer: Ownership = {
  whose: 'buyer',
  others: 403,
  also: ['admin'],
  ask: ({ buyer }) => ({ params: { email: buyer.email } }),
};

/**
 * Whose thing each call names. Which role may make it stands in its contract; this says what the contract cannot. A call
 * without a line here fails the tests.
 */
export const OWNERSHIP: Record<string, Ownership> = {
  'GET /users/admin/{email}': roleOfBuyer,
  'GET /users/buyer/{email}': roleOfBuyer,
  'GET /users/seller/{email}': roleOfBuyer,
  'GET /jwt': ofBuyer(403, ({ buyer }) => ({ query: { email: buyer.email } })),
  'GET /session': nobodys(),
  'GET /me': nobodys(),
  'POST /users': {
    whose: 'undecided',
    others: 403,
    async ask(cast) {
      const { email, headers } = await cast.newcomer();
      return { body: { name: 'Nusrat', email, userCategory: 'Buyer' }, owner: headers };
    },
  },
  'GET /users/user-type/{type}': nobodys(() => ({ params: { type: 'Buyer' } })),
  'DELETE /users/{id}': nobodys(async (cast) => ({ params: { id: await cast.bystander('buyer') } })),
  'PATCH /users/{id}': nobodys(async (cast) => ({
    params: { id: await cast.bystander('seller') },
    body: { verify: 'Verified' },
  })),

  'GET /audit': nobodys(),
  'GET /exports/{list}.csv': nobodys(() => ({ params: { list: 'orders' } })),

  'GET /me/account': nobodys(),
  'GET /me/data': nobodys(),
  // It is made for one of their own: whoever did so themselves would be gone for the other calls.
  'DELETE /me': {
    whose: 'buyer',
    others: 403,
    async ask(cast) {
      const { headers, password } = await cast.goer();
      return { body: { password }, owner: headers };
    },
  },

  'GET /me/sessions': nobodys(),
  'DELETE /me/sessions/{id}': ofBuyer(404, async (cast) => ({ params: { id: await cast.session() } })),
  'DELETE /me/sessions': nobodys(),
  'PUT /me/password': nobodys(({ buyer: { password } }) => ({
    // All of the cast have the same, and keep it for the other calls.
    body: { oldPassword: password, newPassword: password },
  })),

  'GET /categories': nobodys(),
  'GET /products/advertise': nobodys(),
  'GET /products/category/{categoryId}': nobodys(({ categoryId }) => ({ params: { categoryId } })),
  'POST /products': nobodys(({ categoryId }) => ({ body: aProduct(categoryId) })),
  'POST /photos': nobodys(() => ({ file: { field: PHOTO_FIELD, bytes: A_PNG } })),
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

  'GET /items/{id}': nobodys(async (cast) => ({ params: { id: await cast.list() } })),
  'GET /items/{id}/offer': nobodys(async (cast) => ({ params: { id: await cast.list() } })),
  'GET /sellers/{id}': nobodys(({ seller }) => ({ params: { id: seller.id } })),
  'GET /sellers/{id}/products': nobodys(({ seller }) => ({ params: { id: seller.id } })),
  'GET /search': nobodys(() => ({ query: { q: 'coach pram', condition: 'Good', sort: 'cheap' } })),
  'GET /search/summary': nobodys(() => ({ query: { q: 'coach pram', condition: 'Good' } })),
  'GET /search/suggestions': nobodys(() => ({ query: { q: 'pra' } })),
  'GET /items/{id}/similar': nobodys(async (cast) => ({ params: { id: await cast.list() } })),
  'GET /search/synonyms': nobodys(),
  'POST /search/synonyms': nobodys(() => ({ body: { words: ['pram', 'perambulator'] } })),
  'PUT /search/synonyms/{id}': nobodys(async (cast) => ({
    params: { id: await cast.synonyms() },
    body: { words: ['pram', 'pushchair'] },
  })),
  'DELETE /search/synonyms/{id}': nobodys(async (cast) => ({ params: { id: await cast.synonyms() } })),

  'GET /wishlist': ofBuyer(403, ({ buyer }) => ({ query: { email: buyer.email } })),
  'POST /wishlist': nobodys(async (cast) => ({ body: { itemId: await cast.list() } })),
  'DELETE /wishlist/{id}': ofBuyer(404, async (cast) => ({ params: { id: await cast.wish() } })),

  'GET /bookings': ofBuyer(403, ({ buyer }) => ({ query: { email: buyer.email } })),
  'GET /my-buyers': ofSeller(403, ({ seller }) => ({ query: { email: seller.email } })),
  'GET /bookings/{id}': ofBuyer(404, async (cast) => ({ params: { id: await cast.book() } })),
  'POST /bookings': nobodys(async (cast) => ({
    body: { itemId: await cast.list(), phone: '01712345678', location: 'Mirpur 10' },
  })),
  'DELETE /bookings/{id}': ofBuyer(404, async (cast) => ({ params: { id: await cast.book() } })),

  'POST /reports': nobodys(async (cast, who) => ({
    // Nobody reports what they list themselves.
    body: {
      productId: await cast.list(who === 'seller' ? cast.otherSeller : cast.seller),
      reason: 'The picture shows another pram.',
    },
  })),
  'GET /reports': nobodys(),
  'PATCH /reports/{productId}': nobodys(async (cast) => ({
    params: { productId: await cast.report() },
    body: { decision: 'remove' },
  })),
  'GET /my-reports': nobodys(),

  'POST /contact': nobodys(() => ({ body: A_MESSAGE })),
  'GET /contact': nobodys(),
  'PATCH /contact/{id}': nobodys(async (cast) => ({
    params: { id: await cast.write() },
    body: { state: 'answered' },
  })),

  'GET /admin/payments': nobodys(),
  'POST /admin/payments/{id}/by-hand': nobodys(async (cast) => ({
    params: { id: await cast.sell() },
    body: { amount: 1, reference: 'Cash receipt 17' },
  })),

  'GET /payment-settings': nobodys(),
  'POST /create-payment-intent': ofBuyer(404, async (cast) => ({
    body: { bookingId: await cast.book(), itemPrice: 6500 },
  })),
  'POST /payments': ofBuyer(404, async (cast) => ({ body: await cast.payUnheard() })),
  // It proves itself by its signature, which none of these have.
  'POST /payments/webhook': nobodys(() => ({ body: { id: 'evt_1', type: 'payment_intent.succeeded' } })),
};

/** A picture of one pixel. */
const A_PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
