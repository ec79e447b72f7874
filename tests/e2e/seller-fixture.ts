import { expect } from '@playwright/test';
import { asAdmin, type Caller, call, openCaller, type Person, register } from './people.ts';

/** A seller who lists products through the API. */
export interface SellerFixture {
  seller: Person;
  /** Lists a product in the category. Returns its id. */
  list(productName: string, more?: object): Promise<string>;
  close(): Promise<void>;
}

const PRODUCT = {
  imageURL: '/demo/01-pram-gada-mint-800.webp',
  originalPrice: 12_000,
  resalePrice: 6500,
  location: 'Dhanmondi, Dhaka',
  useYear: 2,
  phone: '01712345678',
  quality: 'Good',
  description: 'Two children slept in it. One wheel squeaks.',
};

/** Returns the id of a category, by its English name. */
export async function categoryId({ request }: Caller, name: string): Promise<string> {
  const categories: { _id: string; categoryName: string }[] = await (await request.get('/api/categories')).json();
  return categories.find(({ categoryName }) => categoryName === name)?._id ?? '';
}

/** Registers a seller, verified by default, who lists products in one category. */
export async function openSellerFixture(category: string, name: string, verified = true): Promise<SellerFixture> {
  const caller = await openCaller();
  const id = await categoryId(caller, category);
  const admin = verified ? await asAdmin(caller) : '';
  const seller = await register(caller, name, 'Seller');
  if (verified) await call(caller, admin, 'PATCH', `/users/${seller.id}`, { verify: 'Verified' });
  return {
    seller,
    async list(productName, more = {}) {
      const product = { ...PRODUCT, productName, categoryId: id, ...more };
      return (await call(caller, seller.token, 'POST', '/products', product)).insertedId;
    },
    close: caller.close,
  };
}

/** Books a product through the API. Returns the booking's id. */
export async function book(caller: Caller, buyer: Person, itemId: string): Promise<string> {
  const booking = { itemId, phone: '01812345678', location: 'Road 27, Dhanmondi' };
  return (await call(caller, buyer.token, 'POST', '/bookings', booking)).insertedId;
}

/** Pays for a booking of 6,500 Tk as the card form does, and records the payment. Returns the transaction id. */
export async function payByCard(caller: Caller, token: string, bookingId: string, card = '4242424242424242') {
  const intent = { bookingId, itemPrice: 6500 };
  const { clientSecret } = await call(caller, token, 'POST', '/create-payment-intent', intent);
  const { publishableKey } = await call(caller, token, 'GET', '/payment-settings');
  const [transactionId = ''] = clientSecret.split('_secret_');
  const post = async (path: string, form: Record<string, string>) => {
    const headers = { authorization: `Bearer ${publishableKey}` };
    const answer = await caller.request.post(`/sandbox/stripe/v1/${path}`, { headers, form });
    expect(answer.status(), await answer.text()).toBe(200);
    return answer.json();
  };
  const { id: method } = await post('payment_methods', {
    type: 'card',
    'card[number]': card,
    'card[exp_month]': '12',
    'card[exp_year]': '2040',
    'card[cvc]': '123',
  });
  await post(`payment_intents/${transactionId}/confirm`, { client_secret: clientSecret, payment_method: method });
  await call(caller, token, 'POST', '/payments', { bookingId, transactionId });
  return transactionId;
}
