import { sql } from 'kysely';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { getSale } from '#modules/bookings/contract.ts';
import { openHandovers, refusal } from '../../../../tests/support/handovers.ts';
import { untilIdle } from '../../../../tests/support/rows.ts';
import { differencesLater } from '../../../../tests/support/sales.ts';
import type { Person } from '../../../../tests/support/test-store.ts';
import * as calls from '../contract.ts';

const { store, sales, buyer, seller, order, codeOf, stepsOf, enter, claim, received } = await openHandovers();
afterAll(() => store.close());

const denied = (id: string) => buyer.api.send(calls.denyReceived, { params: { id } });
const callOff = (id: string, who: Person, reason = 'No time') =>
  who.api.send(calls.callOff, { params: { id }, body: { reason } });
/** Moves the deadlines of a booking into the past. */
const pass = (id: string, columns: string[]) =>
  sql`update bookings set ${sql.join(columns.map((name) => sql`${sql.ref(name)} = ${sql.ref(name)} - interval '60 days'`))} where id = ${id}`.execute(
    store.db,
  );

describe('a handover by code', () => {
  test('the code is six digits, never all equal, and only the buyer sees it', async () => {
    const { bookingId } = await sales.sell();
    const shown = await order(bookingId);
    expect(shown.handover?.code).toMatch(/^(?!(\d)\1{5})\d{6}$/);
    expect(shown.handover?.qr).toContain(`/dashboard/mybuyers/${bookingId}#code=${shown.handover?.code}`);
    const sale = await seller.api.send(getSale, { params: { bookingId } });
    expect(JSON.stringify(sale)).not.toContain(shown.handover?.code);
  });

  test('the buyer has the seller’s phone from the booking on, and the seller the buyer’s once they are to meet', async () => {
    const { bookingId } = await sales.book();
    const sale = () => seller.api.send(getSale, { params: { bookingId } });
    expect((await order(bookingId)).other.phone).toMatch(/^01/);
    expect((await sale()).other.phone).toBeUndefined();
    await buyer.api.send(calls.chooseMethod, { params: { id: bookingId }, body: { method: 'cash' } });
    expect((await sale()).other.phone).toMatch(/^01/);
    await callOff(bookingId, buyer);
    expect((await order(bookingId)).other.phone).toBeUndefined();
    expect((await sale()).other.phone).toBeUndefined();
  });

  test('the right code hands the item over, once; the inspection begins', async () => {
    const { bookingId } = await sales.sell();
    expect(await enter(bookingId, await codeOf(bookingId))).toEqual({ state: 'handed_over' });
    const after = await order(bookingId);
    expect(after).toMatchObject({ state: 'handed_over', paid: true, next: { step: 'inspect', by: 'buyer' } });
    expect(after.handover).toBeUndefined();
    expect(after.other.phone).toBeUndefined();
    await expect(enter(bookingId, '123456')).rejects.toMatchObject(refusal('handed-over'));
    expect(await stepsOf(bookingId)).toEqual(['booked by buyer', 'paid by buyer', 'handed_over by seller']);
  });

  test('Bangla digits, spaces and hyphens count as typed digits', async () => {
    const { bookingId } = await sales.sell();
    const code = (await codeOf(bookingId)).replace(/\d/g, (digit) => String.fromCharCode(0x09e6 + Number(digit)));
    expect(await enter(bookingId, `${code.slice(0, 3)} ${code.slice(3)}`)).toEqual({ state: 'handed_over' });
  });

  test('an unpaid booking and a stranger hand nothing over', async () => {
    const { bookingId } = await sales.book();
    await expect(enter(bookingId, '123456')).rejects.toMatchObject(refusal('not-paid'));
    const other = await store.as('seller');
    await expect(enter(bookingId, '123456', other)).rejects.toMatchObject({ status: 404 });
  });
});

describe('a handover without the code', () => {
  test('the buyer is asked; their silence means yes, although no job ran', async () => {
    const { bookingId } = await sales.sell();
    expect(await claim(bookingId)).toEqual({ state: 'paid' });
    expect((await order(bookingId)).next).toMatchObject({ step: 'confirm', by: 'buyer' });
    await sql`update bookings set claimed_until = now() - interval '1 second' where id = ${bookingId}`.execute(
      store.db,
    );
    expect(await order(bookingId)).toMatchObject({ state: 'handed_over', next: { step: 'inspect' } });
    expect(await received(bookingId)).toEqual({ state: 'handed_over' });
    expect(await stepsOf(bookingId)).toContain('handed_over by clock');
  });

  test('the buyer says yes, or no; without a claim there is nothing to contradict', async () => {
    const [yes, no] = [await sales.sell(), await sales.sell()];
    await expect(denied(no.bookingId)).rejects.toMatchObject(refusal('no-claim'));
    await claim(yes.bookingId);
    await claim(no.bookingId);
    expect(await received(yes.bookingId)).toEqual({ state: 'handed_over' });
    await denied(no.bookingId);
    expect(await stepsOf(no.bookingId)).toContain('objected by buyer');
  });

  test('the code still works after the claim', async () => {
    const { bookingId } = await sales.sell();
    await claim(bookingId);
    expect(await enter(bookingId, await codeOf(bookingId))).toEqual({ state: 'handed_over' });
  });
});

describe('the end of the inspection', () => {
  test('completes the sale and releases the money, although no job ran [P15 P18]', async () => {
    const { bookingId } = await sales.sell();
    await enter(bookingId, await codeOf(bookingId));
    await pass(bookingId, ['inspect_until']);
    expect(await order(bookingId)).toMatchObject({ state: 'completed', paid: true });
    expect(await received(bookingId)).toEqual({ state: 'completed' });
    expect(await differencesLater(store)).toEqual([]);
  });

  test('the minute job completes it, too', async () => {
    const { bookingId } = await sales.sell();
    await enter(bookingId, await codeOf(bookingId));
    await pass(bookingId, ['inspect_until']);
    await sql`select graphile_worker.add_job('booking-deadlines')`.execute(store.db);
    await vi.waitFor(async () => expect(await stepsOf(bookingId)).toContain('completed by clock'), 10_000);
  });
});

describe('calling off', () => {
  test.each(['buyer', 'seller'] as const)(
    'the %s calls a paid booking off with a reason; the money goes back whole',
    async (side) => {
      const { bookingId, itemId } = await sales.sell();
      expect(await callOff(bookingId, side === 'buyer' ? buyer : seller)).toEqual({ state: 'refunded' });
      const after = await order(bookingId);
      expect(after.paid).toBe(false);
      expect(after.timeline.at(-1)).toMatchObject({ step: 'called_off', by: side, reason: 'No time' });
      const { status } = await store.db
        .selectFrom('products')
        .select('status')
        .where('id', '=', itemId)
        .executeTakeFirstOrThrow();
      expect(status).toBe('unsold');
      await vi.waitFor(async () => {
        const payment = await store.db
          .selectFrom('payments')
          .select('state')
          .where('booking_id', '=', bookingId)
          .executeTakeFirstOrThrow();
        expect(payment.state).toBe('refunded');
      }, 10_000);
      // A repeat changes nothing.
      await callOff(bookingId, buyer);
      expect(await differencesLater(store)).toEqual([]);
    },
  );

  test('an unpaid booking is called off by either side', async () => {
    const { bookingId } = await sales.book();
    expect(await callOff(bookingId, seller)).toEqual({ state: 'cancelled' });
  });

  test('after the handover nobody calls off; a claim is answered first', async () => {
    const [over, claimed] = [await sales.sell(), await sales.sell()];
    await enter(over.bookingId, await codeOf(over.bookingId));
    await expect(callOff(over.bookingId, buyer)).rejects.toMatchObject(refusal('handed-over'));
    await claim(claimed.bookingId);
    await expect(callOff(claimed.bookingId, buyer)).rejects.toMatchObject(refusal('claimed'));
  });

  test('a reason is needed, not that of the store, and a stranger finds no booking', async () => {
    const { bookingId } = await sales.sell();
    await expect(callOff(bookingId, buyer, ' ')).rejects.toMatchObject({ status: 400 });
    await expect(callOff(bookingId, buyer, 'accountDeleted')).rejects.toMatchObject({ status: 400 });
    await expect(callOff(bookingId, await store.as('buyer'))).rejects.toMatchObject({ status: 404 });
  });

  test('the clock calls a booking off at twice the pick-up time', async () => {
    const { bookingId } = await sales.sell();
    await pass(bookingId, ['pickup_until', 'pickup_ends_at']);
    expect(await order(bookingId)).toMatchObject({ state: 'refunded', paid: false });
    await expect(enter(bookingId, '123456')).rejects.toMatchObject(refusal('ended'));
  });

  test('a code that is typed while the booking is called off ends in one state with matching books [P18]', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { bookingId } = await sales.sell();
      const code = await codeOf(bookingId);
      const both = await Promise.allSettled([
        enter(bookingId, code),
        callOff(bookingId, buyer),
        callOff(bookingId, seller),
      ]);
      const { state } = await order(bookingId);
      expect(['handed_over', 'refunded']).toContain(state);
      expect(both.some(({ status }) => status === 'fulfilled')).toBe(true);
    }
    // A refund is in the books a moment after the provider made it.
    await untilIdle(store.db);
    expect(await differencesLater(store)).toEqual([]);
  });
});

describe('a passed deadline is a step of both timelines, as the job records it later [P18]:', () => {
  const claimed = async () => {
    const sold = await sales.sell();
    await claim(sold.bookingId);
    return sold;
  };
  const handedOver = async () => {
    const sold = await sales.sell();
    await received(sold.bookingId);
    return sold;
  };

  test.each([
    ['the pick-up', () => sales.sell(), ['pickup_until', 'pickup_ends_at'], ['called_off']],
    ['the objection', claimed, ['claimed_until'], ['handed_over']],
    ['the objection and the inspection', claimed, ['claimed_until', 'inspect_until'], ['handed_over', 'completed']],
    ['the inspection', handedOver, ['inspect_until'], ['completed']],
  ])('%s', async (_name, begin, columns, steps) => {
    const { bookingId } = await begin();
    await pass(bookingId, columns);
    const seen = async () => {
      const both = [await order(bookingId), await seller.api.send(getSale, { params: { bookingId } })];
      return both.map(({ timeline, handedOverAt }) => ({ timeline, handedOverAt }));
    };
    const shown = await seen();
    const byClock = shown.map(({ timeline }) => timeline.filter(({ by }) => by === 'clock').map(({ step }) => step));
    expect(byClock).toEqual([steps, steps]);
    await sql`select graphile_worker.add_job('booking-deadlines')`.execute(store.db);
    const recorded = store.db.selectFrom('booking_steps').select('step').where('booking_id', '=', bookingId);
    await vi.waitFor(
      async () => expect(await recorded.where('by', '=', 'clock').execute()).toHaveLength(steps.length),
      10_000,
    );
    expect(await seen()).toEqual(shown);
  });
});
