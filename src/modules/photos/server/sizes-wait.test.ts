import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openProxy, type TcpProxy } from '../../../../tests/faults/proxy.ts';
import { openTestStore, type Person, type TestStore } from '../../../../tests/support/test-store.ts';
import { photoAddress } from '../rules.ts';
import { sendPhoto, served, settled } from './photo.fixtures.ts';

let store: TestStore;
let seller: Person;

beforeAll(async () => {
  store = await openTestStore({ LOG_LEVEL: 'fatal' });
  seller = await store.as('seller');
});
afterAll(() => store?.close());

/** A photo for which no job runs. */
async function insertWaiting(from: { address?: string } = {}): Promise<string> {
  const row = { owner_id: seller.id, state: 'waiting', ...from };
  return (await store.db.insertInto('photos').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

describe('the address of a photo', () => {
  test('is never a 404 while its sizes are made, and then is the photo', async () => {
    for (let count = 0; count < 3; count += 1) {
      const id = await sendPhoto(store, seller);
      const answer = await vi.waitUntil(
        async () => {
          const { status, headers } = await served(store, photoAddress(id));
          expect([200, 202]).toContain(status);
          return status === 200 && headers;
        },
        { timeout: 15_000 },
      );
      expect(answer).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': expect.stringContaining('immutable'),
      });
      await settled(store, id);
    }
  });

  test.each([
    ['was sent', {}],
    ['is fetched from an address', { address: 'https://pictures.example/pram.jpg' }],
  ])('of a photo that %s answers 202, which no cache keeps, while its sizes take long', async (_how, from) => {
    const id = await insertWaiting(from);
    const answers = await Promise.all(['800.webp', '400.avif'].map((size) => served(store, `/media/${id}-${size}`)));
    for (const { status, headers, bytes } of answers) {
      expect([status, bytes.length]).toEqual([202, 0]);
      expect(headers).toMatchObject({ 'cache-control': 'no-store', 'retry-after': '5' });
    }
  });

  test('is a 404 as soon as the photo is refused, kept for ten seconds', async () => {
    const id = await insertWaiting();
    const asked = served(store, photoAddress(id));
    const refusal = { state: 'refused', refusal: 'error.photoBroken' };
    await store.db.updateTable('photos').set(refusal).where('id', '=', id).execute();
    const { status, headers } = await asked;
    expect([status, headers['cache-control']]).toEqual([404, 'public, max-age=10']);
  });

  test('needs no database once the sizes are made, and asks it once in ten seconds for a photo that does not exist', async () => {
    const id = await sendPhoto(store, seller);
    // Not `settled`: that waits for the jobs of the photos above, too, which never end.
    await vi.waitUntil(async () => (await served(store, photoAddress(id))).status === 200, { timeout: 15_000 });
    const unknown = photoAddress(crypto.randomUUID());
    const notFound = [404, 'public, max-age=10'];
    expect(await statusAndCache(unknown)).toEqual(notFound);
    await store.pool.query('alter table photos rename to away');
    try {
      expect((await served(store, photoAddress(id))).status).toBe(200);
      expect(await statusAndCache(unknown)).toEqual(notFound);
      expect(await statusAndCache(photoAddress(crypto.randomUUID()))).toEqual([500, 'no-store']);
    } finally {
      await store.pool.query('alter table away rename to photos');
    }
  });

  test('is a 404 that no cache keeps while the database is away and the sizes are not there', async () => {
    const proxy = Promise.withResolvers<TcpProxy>();
    const away = await openTestStore(
      { LOG_LEVEL: 'silent' },
      {
        async through(port) {
          proxy.resolve(await openProxy({ port }));
          return (await proxy.promise).port;
        },
      },
    );
    const between = await proxy.promise;
    await between.setCondition('down');
    const answer = await statusAndCache(photoAddress(crypto.randomUUID()), away);
    await between.setCondition('through');
    await away.close();
    await between.close();
    expect(answer).toEqual([404, 'no-store']);
  });
});

async function statusAndCache(address: string, at = store): Promise<unknown[]> {
  const { status, headers } = await served(at, address);
  return [status, headers['cache-control']];
}
