import { afterAll, expect, test } from 'vitest';
import { openProviderStore } from '../../../../tests/support/provider-store.ts';
import { bookEntry } from './entries.service.ts';

const providerStore = await openProviderStore();
const { store, book, choose, stateOf, payAt, sslcommerz } = providerStore;
afterAll(() => providerStore.close());

const WHOLE_POISHA = 650_000;
const REJECTION = 'more refunds are requested than was captured';

async function paid() {
  const id = await book();
  await (await payAt('sslcommerz', await choose(id, 'sslcommerz')))();
  await sslcommerz.settled();
  const [{ id: payment_id = '' } = {}] = (await stateOf(id)).payments;
  const payment = { id: payment_id, booking_id: id, provider: 'sslcommerz' };
  const keyOf = () => crypto.randomUUID().replaceAll('-', '').slice(0, 30);
  return {
    /** Stores a request, answered by default. */
    request: (amount_poisha: number, answer: object = { ref: keyOf() }) =>
      store.db
        .insertInto('refund_requests')
        .values({ key: keyOf(), payment_id, amount_poisha, ...answer })
        .execute(),
    bookLine: (kind: 'refund' | 'refund_failed' | 'by_hand', ref: string, amount: number) =>
      bookEntry(store.db, payment, { kind, ref, amount }),
  };
}

test('PostgreSQL accepts requests for refunds up to the captured amount, and no more [16.10]', async () => {
  const { request } = await paid();
  await request(400_000);
  await expect(request(WHOLE_POISHA)).rejects.toThrow(REJECTION);
  await request(250_000);
  await expect(request(1)).rejects.toThrow(REJECTION);
});

test('a refused request, one without proof and a refund that failed leave their amount to another one [16.10]', async () => {
  const { request, bookLine } = await paid();
  await request(WHOLE_POISHA, { refused: true });
  await request(WHOLE_POISHA, { unclear: true });
  await request(WHOLE_POISHA, { ref: 'FAILED-1' });
  await expect(request(WHOLE_POISHA)).rejects.toThrow(REJECTION);
  await bookLine('refund', 'FAILED-1', WHOLE_POISHA);
  await bookLine('refund_failed', 'FAILED-1', WHOLE_POISHA);
  await request(WHOLE_POISHA);
});

test('money that was returned by hand is not requested again [16.10]', async () => {
  const { request, bookLine } = await paid();
  await bookLine('by_hand', 'Receipt 1', 100_000);
  await expect(request(WHOLE_POISHA)).rejects.toThrow(REJECTION);
  await request(WHOLE_POISHA - 100_000);
});
