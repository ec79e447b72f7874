import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { getBooking } from '#modules/bookings/contract.ts';
import { listDisputes } from '#modules/disputes/contract.ts';
import { openDisputes, WORDS } from '#modules/disputes/server/disputes.fixtures.ts';
import { callOff, handOver } from '#modules/handover/contract.ts';
import { differencesLater } from '../support/sales.ts';
import { openTestStore, type Person, type TestStore } from '../support/test-store.ts';
import { printCounts } from './server-processes.ts';

/** Rounds of each race; `RACE_ROUNDS=4` shortens the run. */
const ROUND_COUNT = Number(process.env.RACE_ROUNDS ?? 170);
/** Races that run at once, of different bookings. */
const AT_ONCE_COUNT = 5;
const ROUND_MAX_MS = 10_000;
const SETTLED_WITHIN_MS = 30_000;

let store: TestStore;
let open: Awaited<ReturnType<typeof openDisputes>>;
let buyer: Person;
let seller: Person;
let admins: [Person, Person];
beforeAll(async () => {
  store = await openTestStore();
  open = await openDisputes(store);
  ({ buyer, seller } = open);
  admins = [await store.as('admin'), await store.as('admin')];
});
afterAll(() => store.close());

/** Runs the rounds of a race, and compares the books after each batch. Counts the ends. */
async function race(name: string, run: () => Promise<string>): Promise<void> {
  const ends: Record<string, number> = {};
  for (let round = 0; round < ROUND_COUNT; round += AT_ONCE_COUNT) {
    const batch = Array.from({ length: Math.min(AT_ONCE_COUNT, ROUND_COUNT - round) }, run);
    for (const end of await Promise.all(batch)) ends[end] = (ends[end] ?? 0) + 1;
    await vi.waitFor(async () => expect(await differencesLater(store)).toEqual([]), SETTLED_WITHIN_MS);
  }
  printCounts(`P18, ${name}`, ends);
}

/** The sums that the ledger has moved for a booking, in poisha. */
async function moved(bookingId: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ kind: string; sum: number }>`select kind, sum(amount_poisha)::float8 as sum
    from ledger_transactions where booking_id = ${bookingId} group by kind`.execute(store.db);
  return Object.fromEntries(rows.map(({ kind, sum }) => [kind, Number(sum)]));
}

const WHOLE_POISHA = 650_000;

describe('contradictory acts at once end in one state with matching books [P18]', {
  timeout: ROUND_COUNT * ROUND_MAX_MS,
}, () => {
  test('both sides call off while the code is typed', async () => {
    await race('call-off and code', async () => {
      const { bookingId, intent } = await open.sell();
      const params = { id: bookingId };
      const { handover } = await buyer.api.send(getBooking, { params });
      const body = { reason: 'We cannot meet.' };
      const outcomes = await Promise.allSettled([
        buyer.api.send(callOff, { params, body }),
        seller.api.send(handOver, { params: { bookingId }, body: { code: handover?.code ?? '' } }),
        seller.api.send(callOff, { params, body }),
      ]);
      const state = await open.bookingOf(bookingId);
      const states = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value.state] : []));
      // Each answer that was given is the end.
      expect(new Set(states)).toEqual(new Set([state]));
      expect(['refunded', 'handed_over']).toContain(state);
      const back = state === 'refunded' ? WHOLE_POISHA : 0;
      await vi.waitFor(async () => expect(await open.client.refunded(intent)).toBe(back), SETTLED_WITHIN_MS);
      return state;
    });
  });

  test('the buyer complains at the moment the inspection ends', async () => {
    await race('complaint and clock', async () => {
      const { bookingId } = await open.handedOver();
      await sql`update bookings set inspect_until = now() + make_interval(secs => ${Math.random() * 0.06}) where id = ${bookingId}`.execute(
        store.db,
      );
      await Promise.allSettled([
        open.complain(bookingId),
        sql`select graphile_worker.add_job('booking-deadlines')`.execute(store.db),
        open.complain(bookingId),
      ]);
      await vi.waitFor(async () => {
        await sql`select graphile_worker.add_job('booking-deadlines')`.execute(store.db);
        expect(await open.bookingOf(bookingId)).not.toBe('handed_over');
      }, SETTLED_WITHIN_MS);
      const state = await open.bookingOf(bookingId);
      const { items } = await buyer.api.send(listDisputes, { query: { booking: bookingId } });
      expect(items).toHaveLength(state === 'disputed' ? 1 : 0);
      expect((await moved(bookingId)).release).toBe(state === 'disputed' ? undefined : WHOLE_POISHA);
      return state;
    });
  });

  test('two admins decide', async () => {
    await race('two decisions', async () => {
      const { id, bookingId } = await open.dispute();
      await open.answer(id, { answer: 'refuse', text: WORDS });
      await open.reply(id, 'decide');
      const outcomes = await Promise.allSettled([
        open.decide(id, admins[0], { outcome: 'refund' }),
        open.decide(id, admins[1], { outcome: 'none' }),
      ]);
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const { rows } = await sql<{ outcome: string; decisions: number; words: number }>`select outcome, decisions,
        (select count(*)::int from dispute_words where dispute_id = ${id} and kind = 'decision') as words
        from disputes where id = ${id}`.execute(store.db);
      const outcome = outcomes[0]?.status === 'fulfilled' ? 'refund' : 'none';
      expect(rows).toEqual([{ outcome, decisions: 1, words: 1 }]);
      // The money waits until nobody may appeal any more.
      expect(await moved(bookingId)).toEqual({ capture: WHOLE_POISHA });
      return outcome;
    });
  });
});
