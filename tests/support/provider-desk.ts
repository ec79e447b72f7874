import Fastify from 'fastify';
import { expect } from 'vitest';
import { bookProduct } from '#modules/bookings/contract.ts';
import { addProduct } from '#modules/catalogue/contract.ts';
import { aCategory, aProduct } from '#modules/catalogue/server/fixtures.ts';
import { chooseMethod } from '#modules/handover/contract.ts';
import { checkPayment } from '#modules/payments/contract.ts';
import type { PaymentDeps } from '#modules/payments/server/payment-deps.ts';
import { reconcileTask } from '#modules/payments/server/reconcile.job.ts';
import { BKASH_CALLS_PATH, createBkash } from '../../sandbox/bkash/bkash.ts';
import { createSslcommerz } from '../../sandbox/sslcommerz/sslcommerz.ts';
import { ORIGIN, openTestStore } from './test-store.ts';

const BKASH = { appKey: 'app-key', appSecret: 'app-secret', username: 'merchant', password: 'password' };
const SSLCOMMERZ = { storeId: 'store-id', storePassword: 'store-password' };
/** The wallet that pays, and the one with too little money. */
const WALLETS: Record<string, string> = { success: '01929918378', failed: '01823074817' };

export type PageWay = 'bkash' | 'sslcommerz';

/** Returns a posted form. */
export function form(values: Record<string, string>) {
  return {
    payload: new URLSearchParams(values).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  };
}

/** Opens a store with the stand-ins of bKash and SSLCommerz, a seller, a buyer and an admin. */
export async function openProviderDesk(overrides: Record<string, string> = {}) {
  let address = '';
  const bkash = createBkash({ ...BKASH, file: ':memory:', path: '/sandbox/bkash', languageOf: () => 'en' });
  const sslcommerz = createSslcommerz({
    ...SSLCOMMERZ,
    file: ':memory:',
    path: '/sandbox/sslcommerz',
    languageOf: () => 'en',
    refundMs: 0,
    slowMs: 0,
    reach: (url) => address + new URL(url).pathname,
  });
  const [wallet, gateway] = [Fastify(), Fastify()];
  await wallet.register(bkash.plugin);
  await gateway.register(sslcommerz.plugin);
  const listen = { host: '127.0.0.1', port: 0 };
  const store = await openTestStore({
    BKASH_BASE: (await wallet.listen(listen)) + BKASH_CALLS_PATH,
    BKASH_APP_KEY: BKASH.appKey,
    BKASH_APP_SECRET: BKASH.appSecret,
    BKASH_USERNAME: BKASH.username,
    BKASH_PASSWORD: BKASH.password,
    BKASH_PAYOUTS: 'on',
    SSLCOMMERZ_BASE: await gateway.listen(listen),
    SSLCOMMERZ_STORE_ID: SSLCOMMERZ.storeId,
    SSLCOMMERZ_STORE_PASSWORD: SSLCOMMERZ.storePassword,
    ...overrides,
  });
  address = store.address;
  const { db, providers } = store;
  const categoryId = await aCategory(db);
  const [seller, buyer, admin] = [await store.as('seller'), await store.as('buyer'), await store.as('admin')];
  const names = { en: 'Dolna', bn: 'দোলনা' };
  const emailContext = { productName: names, currencyLabel: names, origin: ORIGIN };
  const deps: PaymentDeps = { db, providers, emailContext, pickupMinutes: 10 };

  return {
    ...{ store, seller, buyer, admin, deps, sslcommerz },
    faults: { bkash: bkash.faults, sslcommerz: sslcommerz.faults },

    async book() {
      const itemId = (await seller.api.send(addProduct, { body: aProduct(categoryId) })).insertedId;
      const body = { itemId, phone: '01712345678', location: 'Mirpur' };
      return (await buyer.api.send(bookProduct, { body })).insertedId;
    },

    /** Chooses a way, and returns the address of its page. */
    async choose(id: string, method: PageWay) {
      return (await buyer.api.send(chooseMethod, { params: { id }, body: { method } })).redirectUrl ?? '';
    },

    check: (id: string) => buyer.api.send(checkPayment, { params: { id } }),

    /** Returns the state of a booking and its payments. */
    async stateOf(id: string) {
      const booking = db.selectFrom('bookings').select('state').where('id', '=', id);
      const payments = db.selectFrom('payments').select(['id', 'intent', 'state']).where('booking_id', '=', id);
      const { state } = await booking.executeTakeFirstOrThrow();
      return { booking: state, payments: await payments.orderBy('created_at').execute() };
    },

    /** The buyer pays on the provider's page. Returns how the browser comes back, which it has not done yet. */
    async payAt(way: PageWay, redirectUrl: string, result = 'success') {
      const { pathname } = new URL(redirectUrl);
      const url = pathname.replace(`/sandbox/${way}`, '');
      if (way === 'bkash') {
        let location = '';
        for (const [step, answer] of Object.entries({ number: WALLETS[result] ?? '', code: '123456', pin: '12121' }))
          location = String((await wallet.inject({ method: 'POST', url, ...form({ step, answer }) })).headers.location);
        const { pathname: path, search } = new URL(location);
        return () => store.app.inject({ method: 'GET', url: path + search });
      }
      const page = (await gateway.inject({ method: 'POST', url, ...form({ result, way: 'card' }) })).body;
      const fields = Object.fromEntries(
        [...page.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name ?? '', value ?? '']),
      );
      return () => store.app.inject({ method: 'POST', url: '/api/payments/sslcommerz/return', ...form(fields) });
    },

    /** Reads the number of a transfer in the book of bKash, as its merchant does. */
    async transferOf(number: string) {
      const book = (await wallet.inject('/')).body;
      return new RegExp(`<td>(\\w{10})</td><td>payout</td><td>${number}</td>`).exec(book)?.[1] ?? '';
    },

    /** Runs the job of each minute, for payments of every age. */
    async reconcile(onError: (line: string) => void = (line) => expect.unreachable(line)) {
      // The job leaves payments of the last 30 seconds to browser and message.
      await db
        .updateTable('payments')
        .set({ created_at: new Date(Date.now() - 60_000) })
        .where('created_at', '>', new Date(Date.now() - 60_000))
        .execute();
      await reconcileTask(deps)({}, { logger: { error: onError } } as never);
    },

    async close() {
      await store.close();
      await Promise.all([wallet.close(), gateway.close()]);
      await sslcommerz.close();
      bkash.close();
    },
  };
}
