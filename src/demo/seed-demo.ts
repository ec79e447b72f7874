import { readFile } from 'node:fs/promises';
import { hashPassword } from 'better-auth/crypto';
import { CompiledQuery } from 'kysely';
import { z } from 'zod';
import { ensureCategories } from '#modules/catalogue/server/first-categories.store.ts';
import { ensureSynonyms } from '#modules/search/server/synonyms.store.ts';
import type { Role } from '#platform/contract/roles.ts';
import { createDatabase, type Db, openPool, transaction } from '#platform/database/database.ts';
import { createStartLock, type StartLockOptions } from '#platform/database/start-lock.ts';
import { SettingsError } from '#platform/operations/settings.ts';
import { seedBookings } from './seed-bookings.ts';
import { seedMessages } from './seed-messages.ts';
import { seedReports } from './seed-reports.ts';
import type { TradeParts } from './seed-trade.ts';
import type { SeededPerson, SeededProduct } from './seeded-rows.ts';

const DEMO_PASSWORD = 'demo1234';

export const DEMO_ACCOUNTS = [
  { role: 'admin', email: 'admin@example.com', password: DEMO_PASSWORD },
  { role: 'seller', email: 'seller@example.com', password: DEMO_PASSWORD },
  { role: 'buyer', email: 'buyer@example.com', password: DEMO_PASSWORD },
] as const;

const person = z.object({ name: z.string(), email: z.string(), phone: z.string(), location: z.string() });
const people = z.object({ sellers: z.array(person.extend({ verified: z.boolean() })), buyers: z.array(person) });
const listing = z.object({
  /** The name of its first picture in public/demo. */
  picture: z.string(),
  category: z.string(),
  name: z.string(),
  description: z.string(),
  original: z.number(),
  price: z.number(),
  quality: z.enum(['Excellent', 'Good', 'Fair']),
  years: z.number(),
});

/** An arbitrary number, which all processes of the store share. */
const LOCK_KEY = 7_274_656_202;

/**
 * Fills an empty database with the demo in one transaction. Without `trade` there are no payments.
 * Returns false for a database with content, which it neither changes nor locks.
 * @throws SettingsError for a database with accounts of which none is the demo's: it belongs to a real store
 * @throws StartLockError when another session holds the lock for more than two minutes
 */
export async function seedDemo(url: string, lockOptions: StartLockOptions = {}, trade?: TradeParts): Promise<boolean> {
  const pool = openPool(url, () => undefined, { max: 2 });
  const db = createDatabase(pool);
  try {
    await assertNotReal(db);
    if (await isFilled(db)) return false;
    const lock = createStartLock(LOCK_KEY, 'filling the database with the demo', lockOptions);
    return await transaction(db, async (db) => {
      await lock((text, values) => db.executeQuery(CompiledQuery.raw(text, values)));
      // Another process may have filled it since.
      if (await isFilled(db)) return false;
      await fill(db, trade);
      return true;
    });
  } finally {
    await db.destroy();
  }
}

/** Refuses the database of a real store: the demo's OpenID provider signs anybody in with any e-mail. @throws SettingsError */
async function assertNotReal(db: Db): Promise<void> {
  const users = db.selectFrom('users').select('id').limit(1);
  if (!(await users.executeTakeFirst()) || (await users.where('is_demo', '=', true).executeTakeFirst())) return;
  throw new SettingsError('DATABASE_URL holds accounts of a real store: set APP_MODE=production.');
}

async function isFilled(db: Db): Promise<boolean> {
  return (await db.selectFrom('categories').select('id').limit(1).executeTakeFirst()) !== undefined;
}

async function fill(db: Db, trade: TradeParts | undefined): Promise<void> {
  const password = await hashPassword(DEMO_PASSWORD);
  const { sellers, buyers } = people.parse(await readJson('people.json'));
  const insert = (role: Role) => async (one: z.infer<typeof person> & { verified?: boolean }) =>
    insertPerson(db, password, { ...one, role, verified: one.verified ?? false });
  const admin = await insert('admin')({ name: 'Dolna Admin', email: 'admin@example.com', phone: '', location: '' });
  const seededSellers = await Array.fromAsync(sellers, insert('seller'));
  const seededBuyers = await Array.fromAsync(buyers, insert('buyer'));
  const categories = await insertCategories(db);
  const products = await insertProducts(db, categories, seededSellers);
  const seeded = { products, sellers: seededSellers, buyers: seededBuyers, admin };
  // Imported on first use: a production store starts without these modules.
  const free = trade ? await (await import('./seed-trade.ts')).seedTrade(db, seeded, trade) : products;
  await seedBookings(db, free, seededBuyers);
  await seedReports(db, products, seededBuyers, admin);
  await seedMessages(db, admin);
}

async function insertPerson(
  db: Db,
  password: string,
  one: z.infer<typeof person> & { role: Role; verified: boolean },
): Promise<SeededPerson> {
  const { id: account } = await db
    .insertInto('accounts')
    .values({ name: one.name, email: one.email, email_verified: true })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('credentials')
    .values({ account_id: account, provider_account_id: account, provider_id: 'credential', password })
    .execute();
  const { id } = await db
    .insertInto('users')
    .values({
      account_id: account,
      email: one.email,
      name: one.name,
      is_demo: true,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('user_roles')
    .values({ user_id: id, role: one.role, verified_at: one.verified ? new Date() : null })
    .execute();
  return { id, name: one.name, phone: one.phone, location: one.location };
}

async function insertCategories(db: Db): Promise<Map<string, string>> {
  await ensureSynonyms(db);
  await ensureCategories(db);
  const rows = await db.selectFrom('categories').select(['id', 'name']).execute();
  return new Map(rows.map((row) => [row.name, row.id]));
}

const HOUR_MS = 60 * 60 * 1000;

async function insertProducts(
  db: Db,
  categories: Map<string, string>,
  sellers: SeededPerson[],
): Promise<SeededProduct[]> {
  const listings = z.array(listing).parse(await readJson('listings.json'));
  const now = Date.now();
  const rows = listings.map((one, index) => {
    // The languages of listings and of sellers alternate. 7 is odd and has no factor in common with their number.
    const sold = index % 17 === 9;
    const seller = sellers[sold ? 0 : (index * 7) % sellers.length] as SeededPerson;
    return {
      seller_id: seller.id,
      category_id: categories.get(one.category) ?? '',
      name: one.name,
      description: one.description,
      image: `/demo/${one.picture}-800.webp`,
      original_poisha: one.original * 100,
      price_poisha: one.price * 100,
      quality: one.quality,
      years_used: one.years,
      location: seller.location,
      phone: seller.phone,
      status: sold ? 'sold' : 'unsold',
      sold_at: sold ? new Date(now - HOUR_MS) : null,
      // Each one is in English: Bangla words would load 200 KB of fonts into the English home page.
      advertised: !sold && index % 8 === 2,
      is_demo: true,
      created_at: new Date(now - (index + 1) * 3.7 * HOUR_MS),
    };
  });
  return db
    .insertInto('products')
    .values(rows)
    .returning(['id', 'seller_id', 'name', 'image', 'price_poisha', 'status', 'advertised'])
    .execute();
}

async function readJson(name: string): Promise<unknown> {
  return JSON.parse(await readFile(new URL(name, import.meta.url), 'utf8'));
}
