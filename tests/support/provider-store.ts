import { expect } from 'vitest';
import { bookProduct } from '#modules/bookings/contract.ts';
import { addProduct } from '#modules/catalogue/contract.ts';
import { aCategory, aProduct } from '#modules/catalogue/server/fixtures.ts';
import { chooseMethod } from '#modules/handover/contract.ts';
import { checkPayment } from '#modules/payments/contract.ts';
import type { PaymentDeps } from '#modules/payments/server/payment-deps.ts';
import { reconcileTask } from '#modules/payments/server/reconcile.job.ts';
import { form, openStandIns, type PageMethod } from './stand-ins.ts';
import { ORIGIN, openTestStore } from './test-store.ts';

export { form, type PageMethod };

/** Opens a store with the stand-ins of bKash and SSLCommerz, a seller, a buyer and an admin. */
export async function openProviderStore(
  overrides: Record<string, string> = {},
  options: Parameters<typeof openTestStore>[1] = {},
) {
  let address = '';
  const standIns = await openStandIns(() => address);
  const store = await openTestStore({ ...standIns.settings, BKASH_PAYOUTS: 'on', ...overrides }, options);
  address = store.address;
  const { db, providers } = store;
  const categoryId = await aCategory(db);
  const [seller, buyer, admin] = [await store.as('seller'), await store.as('buyer'), await store.as('admin')];
  const names = { en: 'Dolna', bn: 'দোলনা' };
  const emailContext = { productName: names, currencyLabel: names, origin: ORIGIN };
  const deps: PaymentDeps = { db, providers, emailContext, pickupMinutes: 10 };

  return {
    ...{ store, seller, buyer, admin, deps, standIns, categoryId },
    sslcommerz: standIns.sslcommerz,
    faults: standIns.faults,
    transferOf: standIns.transferOf,

    clearFaults() {
      for (const faults of Object.values(standIns.faults)) faults.addAll({ clear: true });
    },

    async book() {
      const itemId = (await seller.api.send(addProduct, { body: aProduct(categoryId) })).insertedId;
      const body = { itemId, phone: '01712345678', location: 'Mirpur' };
      return (await buyer.api.send(bookProduct, { body })).insertedId;
    },

    /** Chooses a method, and returns the address of its page. */
    async choose(id: string, method: PageMethod) {
      return (await buyer.api.send(chooseMethod, { params: { id }, body: { method } })).redirectUrl ?? '';
    },

    check: (id: string, method?: PageMethod) => buyer.api.send(checkPayment, { params: { id }, query: { method } }),

    /** Returns the state of a booking and its payments. */
    async stateOf(id: string) {
      const booking = db.selectFrom('bookings').select('state').where('id', '=', id);
      const payments = db.selectFrom('payments').select(['id', 'intent', 'state']).where('booking_id', '=', id);
      const { state } = await booking.executeTakeFirstOrThrow();
      return { booking: state, payments: await payments.orderBy('created_at').execute() };
    },

    /** The buyer pays on the provider's page. Returns how the browser comes back, which it has not done yet. */
    async payAt(method: PageMethod, redirectUrl: string, result = 'success') {
      const { reference: _, ...back } = await standIns.payAt(method, redirectUrl, result);
      return () => store.app.inject(back);
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
      await standIns.close();
    },
  };
}
