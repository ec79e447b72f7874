import type { Db } from '#platform/database/database.ts';

/** The categories of a new store, in the order of the home page's grid. The first and the sixth tile are wide. */
export const CATEGORIES = [
  { name: 'Nursery and sleep', name_bn: 'খাট ও ঘুম', photo: '/art/cut-cot.svg', tone: 'lilac' },
  { name: 'Prams', name_bn: 'প্র্যাম', photo: '/art/cut-pram.svg', tone: 'mint' },
  { name: 'Shoes', name_bn: 'জুতা', photo: '/art/cut-shoes.svg', tone: 'peach' },
  { name: 'Books', name_bn: 'বই', photo: '/art/cut-books.svg', tone: 'sky' },
  { name: 'Clothes', name_bn: 'জামাকাপড়', photo: '/art/cut-frock.svg', tone: 'blush' },
  { name: 'Toys and play', name_bn: 'খেলনা ও খেলা', photo: '/art/cut-rings.svg', tone: 'butter' },
  { name: 'Outdoor', name_bn: 'বাইরে খেলাধুলা', photo: '/art/cut-bike.svg', tone: 'mint' },
  { name: 'Feeding', name_bn: 'খাওয়ানোর জিনিস', photo: '/art/cut-chair.svg', tone: 'blush' },
  { name: 'School', name_bn: 'স্কুল', photo: '/art/cut-bag.svg', tone: 'lilac' },
  { name: 'Newborn', name_bn: 'নবজাতক', photo: '/art/cut-romper.svg', tone: 'sky' },
];

/** Inserts the first categories into a store that has none. */
export async function ensureCategories(db: Db): Promise<void> {
  if (await db.selectFrom('categories').select('id').limit(1).executeTakeFirst()) return;
  await db
    .insertInto('categories')
    .values(CATEGORIES.map((category, position) => ({ ...category, position })))
    // Another process may insert them at the same time.
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
}
