import { asAdmin, type Caller, call, openCaller, type Person, register } from './people.ts';

/** A seller who lists products through the API. */
export interface Stall {
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

export async function openStall(category: string, name: string, verified = true): Promise<Stall> {
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
