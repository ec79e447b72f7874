import type { Browser, Page } from '@playwright/test';
import { call, enter, type Person, register } from './people.ts';

/** A seller with things to sell, made without the screens. */
export interface Stall {
  seller: Person;
  /** Lists one more thing in the category; what is not said is a plain one. Gives its id. */
  list(productName: string, more?: object): Promise<string>;
  close(): Promise<void>;
}

const PLAIN = {
  imageURL: '/demo/01-pram-gada-mint-800.webp',
  originalPrice: 12_000,
  resalePrice: 6500,
  location: 'Dhanmondi, Dhaka',
  useYear: 2,
  phone: '01712345678',
  quality: 'Good',
  description: 'Two children slept in it. One wheel squeaks.',
};

export async function categoryId(page: Page, name: string): Promise<string> {
  const categories: { _id: string; categoryName: string }[] = await (await page.request.get('/api/categories')).json();
  return categories.find(({ categoryName }) => categoryName === name)?._id ?? '';
}

export async function openStall(browser: Browser, category: string, name: string, verified = true): Promise<Stall> {
  const page = await browser.newPage();
  const seller = await register(page, name, 'Seller');
  const id = await categoryId(page, category);
  if (verified) {
    const office = await browser.newPage();
    const admin = await asAdmin(office);
    await call(office, admin, 'PATCH', `/users/${seller.id}`, { verify: 'Verified' });
    await office.close();
  }
  return {
    seller,
    async list(productName, more = {}) {
      const product = { ...PLAIN, productName, categoryId: id, ...more };
      return (await call(page, seller.token, 'POST', '/products', product)).insertedId;
    },
    close: () => page.close(),
  };
}

/** Signs the demo's admin in, and gives the access token. */
export const asAdmin = (page: Page) => enter(page, { email: 'admin@example.com', password: 'demo1234' });

/** Books a thing without the screen, and gives the booking's id. */
export async function book(page: Page, buyer: Person, itemId: string): Promise<string> {
  const booking = { itemId, phone: '01812345678', location: 'Road 27, Dhanmondi' };
  return (await call(page, buyer.token, 'POST', '/bookings', booking)).insertedId;
}
