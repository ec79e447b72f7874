import { describe, expect, test, vi } from 'vitest';
import { AMAZON } from '../../../../tests/support/bkash-messages.ts';
import { cardClient } from '../../../../tests/support/card-client.ts';
import { EVENTS } from '../../../../tests/support/flow-events.ts';
import {
  clearFaults,
  PaymentFlow,
  PROVIDER_METHODS,
  type ProviderMethod,
  type Shop,
} from '../../../../tests/support/payment-flow.ts';
import { compareOutcomes, makeJobsDue } from '../../../../tests/support/payment-outcomes.ts';
import { openRecordingStore } from '../../../../tests/support/recording-store.ts';
import { CERTIFICATE_URL, TOPIC } from '../../../../tests/support/sns-messages.ts';
import { verifyBooks } from './reconciliation-report.ts';
import { refundDuePayment } from './refund.job.ts';
import { selectRefundsDue } from './refunds.store.ts';

const providerStore = await openRecordingStore(
  { BKASH_TOPIC_ARN: TOPIC },
  {
    nameOf: () => undefined,
    answer: ({ href }) => (href === CERTIFICATE_URL ? new Response(AMAZON.pem) : undefined),
  },
);
const { store, deps, standIns, reconcile } = providerStore;
const bkashMessages = standIns.sendBkashMessages();

const shop: Shop = {
  ...{
    seller: providerStore.seller.api,
    buyer: providerStore.buyer.api,
    categoryId: providerStore.categoryId,
    db: store.db,
    standIns,
  },
  providers: store.providers,
  cards: cardClient(store),
  send: async (request) => (await store.app.inject(request)).statusCode,
};

/** Runs the jobs of each minute until the money of a payment is where it belongs. */
function untilRight(flow: PaymentFlow) {
  return vi.waitFor(
    async () => {
      await makeJobsDue(shop);
      await reconcile(() => undefined);
      for (const id of await selectRefundsDue(store.db, 100)) await refundDuePayment(deps, id).catch(() => undefined);
      const { violations, counts } = await compareOutcomes(shop, [flow]);
      expect(violations).toEqual([]);
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
  if (method !== 'card' && name.includes('reordered')) return { captures: 2, sales: 2 };
  return { captures: 1, sales: 1 };
}

/** Returns how often the store accepts the message of bKash about a payment. */
function messagesOf(name: string) {
  if (name === 'the message is lost' || name.includes('closes')) return 0;
  return name.includes('doubled') ? 2 : 1;
}

const ALTERED: Record<ProviderMethod, string> = { card: 'refunds', bkash: 'sales', sslcommerz: 'reviews' };

describe.each(PROVIDER_METHODS)('by %s', (method) => {
  test.each(Object.keys(EVENTS))('each capture is a sale, a refund or under review when %s [P2]', async (name) => {
    await clearFaults(shop);
    const flow = new PaymentFlow(shop, method);
    await flow.begin();
    await EVENTS[name]?.(flow);
    await clearFaults(shop);
    expect(await untilRight(flow)).toMatchObject(expectedOf(method, name));
    if (method !== 'bkash') return;
    for (const one of [flow, ...flow.others])
      expect(await bkashMessages.acceptedOf(await one.intent())).toBe(messagesOf(name));
  });
});

test('afterwards no rule of the books is broken, and the providers agree with them', async () => {
  await vi.waitFor(async () => {
    await makeJobsDue(shop);
    const { differences } = await verifyBooks(store.db, store.providers, Date.now() + 600_000);
    expect(differences).toEqual([]);
  }, 10_000);
});
