import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CallerKind, openTestPeople, type TestPeople } from './support/test-people.ts';
import { openTestStore, type TestStore } from './support/test-store.ts';

/** A row of the specification's table of calls: input, caller and whole reply. */
interface Row {
  by: CallerKind;
  /** Parameters of the path. */
  at?: object;
  body?: object;
  /** Headers of a caller outside the test people. */
  headers?: Record<string, string>;
  /** The whole reply, or the first entry of a list. */
  answer?: object;
  first?: object;
}

const ID = expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
const INSTANT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const IMAGE = '/demo/01-pram-gada-mint-800.webp';
const ADDED = { acknowledged: true, insertedId: ID };

/** The body of the Add a Product form: all values are texts. */
const typed = (categoryId: string) => ({
  productName: 'Coach pram',
  imageURL: IMAGE,
  originalPrice: '12000',
  resalePrice: '6500',
  location: 'Dhanmondi, Dhaka',
  useYear: '2',
  phone: '01712345678',
  categoryId,
  quality: 'Good',
  description: 'One wheel squeaks.',
  createdBy: 'seller@example.com',
});

const listed = (categoryId: string, createdBy: string) => ({
  _id: ID,
  productName: 'Coach pram',
  imageURL: IMAGE,
  originalPrice: 12_000,
  resalePrice: 6500,
  location: 'Dhanmondi, Dhaka',
  useYear: 2,
  phone: '01712345678',
  categoryId,
  quality: 'Good',
  description: expect.any(String),
  createdBy,
  createdAt: INSTANT,
  advertiseEnable: false,
  booked: false,
});

/** The fields of a booking's own page. */
const AN_ORDER = {
  timeline: [{ step: 'booked', by: 'buyer', at: INSTANT }],
  other: { name: 'Sadia', phone: '01712345678' },
  cash: { offered: true, until: INSTANT },
};

const held = ({ buyer, categoryId }: TestPeople) => ({
  _id: ID,
  itemId: ID,
  itemName: 'Coach pram',
  itemPrice: 6500,
  categoryId,
  image: IMAGE,
  userName: buyer.name,
  email: buyer.email,
  phone: '01712345678',
  location: 'Mirpur 10',
  sellerLocation: 'Dhanmondi, Dhaka',
  paid: false,
  state: 'held',
  next: { step: 'pay', by: 'buyer', until: INSTANT },
  holdUntil: INSTANT,
  createdAt: INSTANT,
});

const ROWS: Record<string, (people: TestPeople) => Row | Promise<Row>> = {
  'GET /users/admin/{email} [3.8 6.2 7.1]': ({ admin }) => ({ by: 'admin', at: admin, answer: { isAdmin: true } }),
  'GET /users/buyer/{email} [3.8]': ({ buyer }) => ({ by: 'admin', at: buyer, answer: { isBuyer: true } }),
  'GET /users/seller/{email} [3.8]': ({ buyer }) => ({ by: 'buyer', at: buyer, answer: { isSeller: false } }),
  'GET /jwt?email={email} [3.9 7.2]': ({ buyer }) => ({
    by: 'buyer',
    at: buyer,
    answer: { accessToken: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/) },
  }),
  'POST /users [3.1 7.3]': async (people) => {
    const { email, headers } = await people.newcomer();
    return { by: 'undecided', headers, body: { name: 'Nusrat', email, userCategory: 'Buyer' }, answer: ADDED };
  },
  'GET /users/user-type/Buyer [7.4]': async (people) => {
    const _id = await people.bystander('buyer');
    return { by: 'admin', first: { _id, name: 'Rumana Islam', email: expect.stringContaining('@') } };
  },
  'GET /users/user-type/Seller [3.1 7.4]': async (people) => {
    const _id = await people.bystander('seller');
    return { by: 'admin', first: { _id, name: 'Rumana Islam', email: expect.stringContaining('@'), listings: 0 } };
  },
  'DELETE /users/{id} [7.5]': async (people) => ({
    by: 'admin',
    at: { id: await people.bystander('buyer') },
    answer: { deletedCount: 1 },
  }),
  'PATCH /users/{id} [7.7]': async (people) => ({
    by: 'admin',
    at: { id: await people.bystander('seller') },
    body: { verify: 'Verified' },
    answer: { modifiedCount: 1 },
  }),

  'GET /categories [3.4 7.8]': ({ categoryId }) => ({
    by: 'visitor',
    first: {
      _id: categoryId,
      categoryName: 'Prams',
      names: { en: 'Prams', bn: 'Prams' },
      photo: '/art/cut-pram.svg',
      tone: 'mint',
      count: expect.any(Number),
    },
  }),
  'GET /products/advertise [7.9]': async (people) => ({
    by: 'visitor',
    first: {
      _id: await people.advertise(),
      productName: 'Coach pram',
      imageURL: IMAGE,
      quality: 'Good',
      originalPrice: 12_000,
      resalePrice: 6500,
      categoryId: people.categoryId,
      location: 'Dhanmondi, Dhaka',
      sellerName: 'Sadia K.',
      verified: false,
      createdAt: INSTANT,
    },
  }),
  'GET /products/category/{categoryId} [3.3 7.10]': async (people) => ({
    by: 'buyer',
    at: people,
    first: {
      ...listed(people.categoryId, people.seller.email),
      _id: await people.list(),
      sellerId: expect.any(String),
      sellerName: 'Sadia K.',
      user_info: [{}],
    },
  }),
  'POST /products [7.11]': ({ categoryId }) => ({ by: 'seller', body: typed(categoryId), answer: ADDED }),
  'GET /my-products?email={email} [3.3 7.13]': async (people) => ({
    by: 'seller',
    at: people.seller,
    first: {
      ...listed(people.categoryId, people.seller.email),
      _id: await people.list(),
      paid: false,
      cash: 'yes',
      photos: [],
    },
  }),
  'PUT /my-products/{id}?status=SOLD [7.14]': async (people) => ({
    by: 'seller',
    at: { id: await people.list() },
    answer: { modifiedCount: 1 },
  }),
  'PUT /my-products/{id}?advertiseEnable=true [7.15]': async (people) => ({
    by: 'seller',
    at: { id: await people.list() },
    answer: { modifiedCount: 1 },
  }),
  'DELETE /my-products/{id} [7.16]': async (people) => ({
    by: 'seller',
    at: { id: await people.list() },
    answer: { deletedCount: 1 },
  }),

  'GET /bookings?email={email} [3.5 7.17]': async (people) => ({
    by: 'buyer',
    at: people.buyer,
    first: { ...held(people), _id: await people.book() },
  }),
  'GET /bookings/{id} [2.35 7.18]': async (people) => {
    const id = await people.book();
    return { by: 'buyer', at: { id }, answer: { ...held(people), _id: id, name: people.buyer.name, ...AN_ORDER } };
  },
  'POST /bookings [7.19]': async (people) => ({
    by: 'buyer',
    body: {
      itemId: await people.list(),
      itemName: 'Coach pram',
      itemPrice: '6500',
      image: IMAGE,
      userName: people.buyer.name,
      email: people.buyer.email,
      phone: '01712345678',
      location: 'Mirpur 10',
    },
    answer: ADDED,
  }),
  'GET /wishlist?email={email} [3.6 7.22]': async (people) => ({
    by: 'buyer',
    at: people.buyer,
    first: {
      _id: await people.wish(),
      itemId: ID,
      email: people.buyer.email,
      name: 'Coach pram',
      price: 6500,
      savedPrice: 6500,
      categoryId: people.categoryId,
      image: IMAGE,
      booked: false,
      sold: false,
      removed: false,
    },
  }),
  'POST /wishlist [7.23]': async (people) => ({
    by: 'buyer',
    body: {
      itemId: await people.list(),
      email: people.buyer.email,
      name: 'Coach pram',
      price: 6500,
      categoryId: people.categoryId,
      image: IMAGE,
    },
    answer: { ...ADDED, message: 'Added to your wishlist!' },
  }),
  'POST /create-payment-intent [7.24]': async (people) => ({
    by: 'buyer',
    body: { itemPrice: 6500, bookingId: await people.book() },
    answer: { clientSecret: expect.stringMatching(/^pi_\w+_secret_\w+$/) },
  }),
  'POST /payments [3.7 7.25]': async (people) => ({
    by: 'buyer',
    body: {
      ...(await people.payUnrecorded()),
      itemId: crypto.randomUUID(),
      itemPrice: 6500,
      email: people.buyer.email,
    },
    answer: ADDED,
  }),
};

let store: TestStore;
let people: TestPeople;
beforeAll(async () => {
  store = await openTestStore();
  people = await openTestPeople(store);
});
afterAll(() => store.close());

describe('a call of the specification returns its promised fields, and no others', () => {
  test.each(Object.entries(ROWS))('%s [11.6]', async (row, prepare) => {
    const { by, at = {}, body, headers = people.headers[by], answer, first } = await prepare(people);
    const [method, address = ''] = row.split(' ');
    const values = at as Record<string, string>;
    const url = `/api${address.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))}`;
    const reply = await store.app.inject({
      method: method as 'GET',
      url,
      headers,
      ...(body ? { payload: body } : {}),
    });
    expect([reply.statusCode, reply.headers['content-type']], reply.body).toEqual([
      200,
      'application/json; charset=utf-8',
    ]);
    const told = reply.json();
    if (first) expect(told[0]).toStrictEqual(first);
    else expect(told).toStrictEqual(answer);
  });

  test('there are 24 calls of the specification', () => expect(Object.keys(ROWS)).toHaveLength(24));
});
