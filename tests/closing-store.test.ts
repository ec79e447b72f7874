import dns from 'node:dns';
import { afterEach, expect, test, vi } from 'vitest';
import { openTestStore } from './support/test-store.ts';

afterEach(() => vi.restoreAllMocks());

/** Adds a second address to localhost. Machines with IPv6 have one. */
function addAddress(address: string): void {
  const { lookup } = dns;
  const both = [
    { address: '127.0.0.1', family: 4 },
    { address, family: 4 },
  ];
  vi.spyOn(dns, 'lookup').mockImplementation(((host: string, options: dns.LookupOptions, done: never) => {
    if (host === 'localhost' && options.all) return (done as (error: null, all: typeof both) => void)(null, both);
    return lookup(host, options, done);
  }) as typeof lookup);
}

test('a request at the second address of localhost ends before the store closes its connections', async () => {
  addAddress('127.0.0.2');
  const store = await openTestStore({ HOST: 'localhost' });
  const buyer = await store.as('buyer');
  expect(store.app.server.address()).toMatchObject({ address: '127.0.0.1' });
  const path = `/api/bookings?email=${buyer.email}`;
  const address = Object.assign(new URL(path, store.address), { hostname: '127.0.0.2' });
  const lock = await store.pool.connect();
  await lock.query('begin; lock table sessions');
  const asked = fetch(address, { headers: { authorization: `Bearer ${buyer.token}` } });
  const waits = 'select from pg_locks where not granted';
  await vi.waitUntil(async () => (await store.pool.query(waits)).rowCount === 1);
  const closed = store.close();
  await vi.waitUntil(() => !store.app.server.listening);
  setTimeout(async () => {
    await lock.query('commit');
    lock.release();
  }, 300);
  expect((await asked).status).toBe(200);
  await closed;
});
