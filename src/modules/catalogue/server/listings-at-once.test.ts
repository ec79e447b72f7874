import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { deleteAccount } from '#modules/account/contract.ts';
import { verifyUser } from '#modules/identity/contract.ts';
import { plain, send, sendPhoto } from '#modules/photos/server/photo.fixtures.ts';
import { UNATTACHED_PHOTOS_MAX } from '#modules/photos/server/service.ts';
import { transaction } from '#platform/database/database.ts';
import { openTestStore, type Person, type TestStore } from '../../../../tests/support/test-store.ts';
import { addProduct, editMyProduct } from '../contract.ts';
import { aCategory, aProduct } from './fixtures.ts';

/** The job refuses this address without a request. */
const ADDRESS = 'http://127.0.0.1/picture';
const LISTINGS_COUNT = 16;

let store: TestStore;
let categoryId: string;
let bytes: Buffer;

beforeAll(async () => {
  store = await openTestStore();
  categoryId = await aCategory(store.db);
  bytes = await plain(16, 12).jpeg().toBuffer();
});
afterAll(() => store.close());

const byAddress = (turn: number) =>
  aProduct(categoryId, { productName: `Bicycle ${turn}`, imageURL: `${ADDRESS}-${turn}.jpg` });

/** Lists a product over HTTP, with a key as the forms do. */
async function list(seller: Person, payload: object): Promise<number> {
  const { statusCode } = await store.app.inject({
    method: 'POST',
    url: '/api/products',
    headers: { authorization: `Bearer ${seller.token}`, 'idempotency-key': crypto.randomUUID() },
    payload,
  });
  return statusCode;
}

const looseOf = async (seller: Person) =>
  (
    await store.db
      .selectFrom('photos')
      .select('id')
      .where('owner_id', '=', seller.id)
      .where('product_id', 'is', null)
      .execute()
  ).length;

describe('many listings of one seller at once', () => {
  test('all succeed, by link and by photo, while other users are served [11.12]', async () => {
    const seller = await store.as('seller');
    const stranger = await store.as('buyer');
    const photos: string[] = [];
    for (let turn = 0; turn < LISTINGS_COUNT / 2; turn += 1) photos.push(await sendPhoto(store, seller, bytes));
    const bodies = photos.flatMap((id, turn) => [
      byAddress(turn),
      aProduct(categoryId, { productName: `Pram ${turn}`, imageURL: undefined, photos: [id] }),
    ]);
    const listed = Promise.all(bodies.map((body) => list(seller, body)));
    const asked = Array.from({ length: 4 }, () =>
      store.app.inject({
        url: `/api/products/category/${categoryId}`,
        headers: { authorization: `Bearer ${stranger.token}` },
      }),
    );
    expect((await Promise.all(asked)).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    const answers = await listed;
    expect(answers).toEqual(bodies.map(() => 200));
    const rows = await store.db
      .selectFrom('products')
      .innerJoin('photos', 'photos.product_id', 'products.id')
      .select('products.id')
      .where('seller_id', '=', seller.id)
      .execute();
    expect(rows).toHaveLength(LISTINGS_COUNT);
  });

  test('do not wait for a running upload or edit of the same seller', async () => {
    const seller = await store.as('seller');
    await transaction(store.db, async (db) => {
      await db.selectFrom('users').select('id').where('id', '=', seller.id).forNoKeyUpdate().execute();
      expect(await list(seller, byAddress(0))).toBe(200);
    });
  });
});

describe('the counts and comparisons of a listing', () => {
  test('unlisted photos stay within their limit during concurrent uploads and exchanges', async () => {
    const seller = await store.as('seller');
    const products = await Promise.all(
      Array.from({ length: 8 }, async (_, turn) => {
        const { insertedId } = await seller.api.send(addProduct, { body: byAddress(turn) });
        return insertedId;
      }),
    );
    await store.db
      .insertInto('photos')
      .values(Array.from({ length: UNATTACHED_PHOTOS_MAX - 2 }, () => ({ owner_id: seller.id })))
      .execute();
    const edits = products.map((id, turn) =>
      seller.api
        .send(editMyProduct, { params: { id }, body: { imageURL: `${ADDRESS}-other-${turn}.jpg` } })
        .then(() => 200)
        .catch(({ status }) => status),
    );
    const uploads = Array.from({ length: 4 }, async () => (await send(store, seller, bytes)).statusCode);
    const statuses = await Promise.all([...edits, ...uploads]);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    expect(await looseOf(seller)).toBe(UNATTACHED_PHOTOS_MAX);
  });

  test('a product that is listed while its seller is verified is marked as verified', async () => {
    const admin = await store.as('admin');
    const sellers = await Promise.all(Array.from({ length: 6 }, () => store.as('seller')));
    await Promise.all(
      sellers.map(async (seller) => {
        const listed = Array.from({ length: 6 }, (_, turn) => list(seller, byAddress(turn)));
        await admin.api.send(verifyUser, { params: { id: seller.id }, body: { verify: 'Verified' } });
        await Promise.all(listed);
      }),
    );
    await vi.waitFor(async () => {
      const { rows } = await sql`select from products p join user_roles r on r.user_id = p.seller_id
        where p.seller_verified <> (r.verified_at is not null)`.execute(store.db);
      expect(rows).toHaveLength(0);
    });
  });

  test('a product whose listing began before its seller was verified is marked after the commit', async () => {
    const seller = await store.as('seller');
    const id = await transaction(store.db, async (db) => {
      const row = await db
        .insertInto('products')
        .values({
          seller_id: seller.id,
          category_id: categoryId,
          name: 'Pram',
          image: '/demo/01-pram-gada-mint-800.webp',
          original_poisha: 2,
          price_poisha: 1,
          quality: 'Good',
          years_used: 1,
          location: 'Mirpur',
          phone: '01712345678',
        })
        .returning(['id', 'seller_verified'])
        .executeTakeFirstOrThrow();
      expect(row.seller_verified).toBe(false);
      // By hand, without the lock that the store takes for it.
      const verified = sql`update user_roles set verified_at = now() where user_id = ${seller.id}`.execute(store.db);
      // The update or the job that it adds has to wait for the listing.
      await vi.waitFor(waits, 4000);
      void verified;
      return row.id;
    });
    await vi.waitFor(async () => {
      const row = await store.db
        .selectFrom('products')
        .select('seller_verified')
        .where('id', '=', id)
        .executeTakeFirst();
      expect(row?.seller_verified).toBe(true);
    });

    /** Whether a transaction waits for a lock. */
    async function waits(): Promise<void> {
      const { rows } = await sql`select from pg_locks l join pg_stat_activity a using (pid)
        where not granted and a.datname = current_database() limit 1`.execute(store.db);
      expect(rows).toHaveLength(1);
    }
  });

  test('a seller cannot list during the deletion of the account', async () => {
    const sellers = await Promise.all(Array.from({ length: 4 }, () => store.as('seller')));
    const statuses = await Promise.all(
      sellers.map(async (seller) => {
        const listed = Array.from({ length: 8 }, (_, turn) => list(seller, byAddress(turn)));
        await seller.api.send(deleteAccount, { body: { password: seller.password } });
        return Promise.all(listed);
      }),
    );
    expect(statuses.flat().filter((status) => status !== 200 && status !== 401)).toEqual([]);
    const { rows } = await sql`select from products p join users u on u.id = p.seller_id
      where u.status = 'erased' and p.status = 'unsold'`.execute(store.db);
    expect(rows).toHaveLength(0);
  });
});
