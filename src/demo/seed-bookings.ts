import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';
import type { SeededPerson, SeededProduct } from './seeded-rows.ts';

/** The default of HOLD_MINUTES. */
const HOLD_HOURS = 24;
/** When the products were booked. The last hold has run out. */
const BOOKED_HOURS_AGO = [2, 7, 13, 18, 22, 32];

/** Inserts unpaid bookings, one of which has expired, and wishes of the demo's buyers. */
export async function seedBookings(db: Db, products: SeededProduct[], buyers: SeededPerson[]): Promise<void> {
  // Products of the demo seller come first, so that My Buyers is not empty.
  const [first] = products;
  const free = products
    .filter((product) => product.status === 'unsold' && !product.advertised)
    .sort((one, other) => Number(other.seller_id === first?.seller_id) - Number(one.seller_id === first?.seller_id));
  for (const [index, hours] of BOOKED_HOURS_AGO.entries()) {
    const product = free[index] as SeededProduct;
    const buyer = buyers[index % buyers.length] as SeededPerson;
    const expired = hours >= HOLD_HOURS;
    await db
      .insertInto('bookings')
      .values({
        product_id: product.id,
        seller_id: product.seller_id,
        buyer_id: buyer.id,
        item_name: product.name,
        item_image: product.image,
        price_poisha: product.price_poisha,
        phone: buyer.phone,
        pickup: buyer.location,
        state: expired ? 'expired' : 'held',
        hold_until: expired ? null : sql`now() + make_interval(hours => ${HOLD_HOURS - hours})`,
        created_at: sql`now() - make_interval(hours => ${hours})`,
      })
      .execute();
  }
  await db
    .insertInto('wishes')
    .values(
      free.slice(10, 22).map((product, index) => ({
        buyer_id: (buyers[index % 3] as SeededPerson).id,
        product_id: product.id,
        saved_poisha: product.price_poisha,
      })),
    )
    .execute();
}
