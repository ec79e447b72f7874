import { afterAll, describe, expect, test, vi } from 'vitest';
import { cardDesk } from '../../../../tests/support/card-desk.ts';
import { EVENTS } from '../../../../tests/support/money-events.ts';
import { clearFaults, type ProviderMethod, type Shop, Till, WAYS } from '../../../../tests/support/money-till.ts';
import { compareMoney, letTimePass } from '../../../../tests/support/money-truth.ts';
import { openProviderDesk } from '../../../../tests/support/provider-desk.ts';
import { verifyBooks } from './reconciliation-report.ts';
import { refundDuePayment } from './refund.job.ts';
import { selectRefundsDue } from './refunds.store.ts';

const desk = await openProviderDesk();
const { store, deps, standIns, reconcile } = desk;
afterAll(() => desk.close());

const shop: Shop = {
  ...{ seller: desk.seller.api, buyer: desk.buyer.api, categoryId: desk.categoryId, db: store.db, standIns },
  providers: store.providers,
  cards: cardDesk(store),
  send: async (request) => (await store.app.inject(request)).statusCode,
};

/** Runs the jobs of each minute until the money of a payment is where it belongs. */
function untilRight(till: Till) {
  return vi.waitFor(
    async () => {
      await letTimePass(shop);
      await reconcile(() => undefined);
      for (const id of await selectRefundsDue(store.db, 100)) await refundDuePayment(deps, id).catch(() => undefined);
      const { wrongs, counts } = await compareMoney(shop, [till]);
      expect(wrongs).toEqual([]);
      return counts;
    },
    { timeout: 15_000, interval: 200 },
  );
}

/** Returns where the money of an event ends. */
function expectedOf(method: ProviderMethod, name: string) {
  if (name.includes('refund')) return { captures: 1, refunds: 1 };
  // A capture of another amount: a card that fits no booking goes back, and bKash is believed by its own record only.
  if (name.includes('altered')) return { captures: 1, [ALTERED[method]]: 1 };
  // bKash takes money only when its buyer is back.
  if (method === 'bkash' && name.includes('closes')) return { captures: 0, untaken: 1 };
  return { captures: 1, sales: 1 };
}

const ALTERED: Record<ProviderMethod, string> = { card: 'refunds', bkash: 'sales', sslcommerz: 'reviews' };

describe.each(WAYS)('by %s', (method) => {
  test.each(Object.keys(EVENTS))('each capture is a sale, a refund or under review when %s [P2]', async (name) => {
    await clearFaults(shop);
    const till = new Till(shop, method);
    await till.begin();
    await EVENTS[name]?.(till);
    await clearFaults(shop);
    expect(await untilRight(till)).toMatchObject(expectedOf(method, name));
  });
});

test('afterwards no rule of the books is broken, and the providers agree with them', async () => {
  await vi.waitFor(async () => {
    await letTimePass(shop);
    const { findings } = await verifyBooks(store.db, store.providers, Date.now() + 600_000);
    expect(findings).toEqual([]);
  }, 10_000);
});
