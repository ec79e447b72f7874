import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getBooking } from '#modules/bookings/contract.ts';
import * as disputeCalls from '#modules/disputes/contract.ts';
import { DISPUTE_STATES, type DisputeState } from '#modules/disputes/rules.ts';
import { A_CLAIM, disputeTo, openDisputes, WORDS } from '#modules/disputes/server/disputes.fixtures.ts';
import * as calls from '#modules/handover/contract.ts';
import { createPaymentIntent } from '#modules/payments/contract.ts';
import { CallError } from '#platform/contract/call-client.ts';
import { openTestStore, type Person, type TestStore } from './support/test-store.ts';

// Every act on a booking and on a dispute, in every state. Each act outside the tables is refused and changes nothing.

let store: TestStore;
let open: Awaited<ReturnType<typeof openDisputes>>;
let admin: Person;
beforeAll(async () => {
  store = await openTestStore();
  open = await openDisputes(store);
  admin = await store.as('admin');
});
afterAll(() => store.close());

interface Booked {
  bookingId: string;
  buyer: Person;
}

const past = (bookingId: string, column: 'hold_until' | 'pickup_until' | 'inspect_until') =>
  sql`update bookings set ${sql.ref(column)} = now() - interval '1 minute' where id = ${bookingId}`.execute(store.db);
const withBuyer = ({ bookingId }: { bookingId: string }) => ({ bookingId, buyer: open.buyer });

/** A booking with cash, of a buyer of its own: each has at most two. */
async function bookForCash(): Promise<Booked> {
  const buyer = await store.as('buyer');
  const { bookingId } = await open.book(buyer);
  await buyer.api.send(calls.chooseMethod, { params: { id: bookingId }, body: { method: 'cash' } });
  return { bookingId, buyer };
}

/** Brings a booking of its own into each state. */
const BOOKINGS = {
  held: async () => withBuyer(await open.book()),
  'held for cash': bookForCash,
  paid: async () => withBuyer(await open.sell()),
  claimed: async () => {
    const sold = await open.sell();
    await ACTS.claim(withBuyer(sold));
    return withBuyer(sold);
  },
  'handed over': async () => withBuyer(await open.handedOver()),
  disputed: async () => withBuyer(await open.dispute()),
  completed: async () => {
    const sold = await open.handedOver();
    await past(sold.bookingId, 'inspect_until');
    return withBuyer(sold);
  },
  'partly refunded': async () => {
    const sold = await open.dispute(1500);
    await open.answer(sold.id, { answer: 'accept' });
    return withBuyer(sold);
  },
  refunded: async () => {
    const sold = withBuyer(await open.sell());
    await ACTS['call off as buyer'](sold);
    return sold;
  },
  cancelled: async () => {
    const booked = withBuyer(await open.book());
    await ACTS['call off as buyer'](booked);
    return booked;
  },
  expired: async () => {
    const booked = withBuyer(await open.book());
    await past(booked.bookingId, 'hold_until');
    return booked;
  },
  'missed for cash': async () => {
    const booked = await bookForCash();
    await past(booked.bookingId, 'hold_until');
    await past(booked.bookingId, 'pickup_until');
    return booked;
  },
  'sold for cash': async () => {
    const booked = await bookForCash();
    await ACTS['enter the code'](booked);
    return booked;
  },
} satisfies Record<string, () => Promise<Booked>>;

const callOffBy = (who: Person, id: string) =>
  who.api.send(calls.callOff, { params: { id }, body: { reason: 'No time' } });

const ACTS = {
  'prepare a payment': ({ bookingId, buyer }: Booked) =>
    buyer.api.send(createPaymentIntent, { body: { bookingId, itemPrice: 6500 } }),
  'choose a card': ({ bookingId: id, buyer }: Booked) =>
    buyer.api.send(calls.chooseMethod, { params: { id }, body: { method: 'card' } }),
  'choose cash': ({ bookingId: id, buyer }: Booked) =>
    buyer.api.send(calls.chooseMethod, { params: { id }, body: { method: 'cash' } }),
  'enter the code': async ({ bookingId, buyer }: Booked) => {
    const { handover } = await buyer.api.send(getBooking, { params: { id: bookingId } });
    const code = handover?.code ?? '123456';
    return open.seller.api.send(calls.handOver, { params: { bookingId }, body: { code } });
  },
  claim: ({ bookingId }: Booked) =>
    open.seller.api.send(calls.handOver, { params: { bookingId }, body: { withoutCode: true } }),
  receive: ({ bookingId: id, buyer }: Booked) => buyer.api.send(calls.confirmReceived, { params: { id } }),
  deny: ({ bookingId: id, buyer }: Booked) => buyer.api.send(calls.denyReceived, { params: { id } }),
  'call off as buyer': ({ bookingId: id, buyer }: Booked) => callOffBy(buyer, id),
  'call off as seller': ({ bookingId: id }: Booked) => callOffBy(open.seller, id),
  'report the buyer': ({ bookingId: id }: Booked) => open.seller.api.send(calls.reportNoShow, { params: { id } }),
  'report the seller': ({ bookingId: id, buyer }: Booked) => buyer.api.send(calls.reportNoShow, { params: { id } }),
  complain: ({ bookingId: id, buyer }: Booked) =>
    buyer.api.send(disputeCalls.openDispute, { params: { id }, body: A_CLAIM }),
};

type Act = keyof typeof ACTS;
const CALL_OFF: Act[] = ['call off as buyer', 'call off as seller'];

/** The acts that are possible. A repeat of the act that led to a state succeeds, and changes nothing. */
const POSSIBLE: Record<keyof typeof BOOKINGS, Act[]> = {
  held: ['prepare a payment', 'choose a card', 'choose cash', ...CALL_OFF],
  'held for cash': ['prepare a payment', 'choose a card', 'choose cash', 'enter the code', ...CALL_OFF],
  paid: ['enter the code', 'claim', 'receive', ...CALL_OFF],
  claimed: ['enter the code', 'claim', 'receive', 'deny', 'call off as seller'],
  'handed over': ['receive', 'complain'],
  disputed: [],
  completed: ['receive'],
  'partly refunded': [],
  refunded: CALL_OFF,
  cancelled: CALL_OFF,
  expired: [],
  'missed for cash': ['report the buyer', 'report the seller'],
  'sold for cash': ['receive'],
};

const statusOf = (act: Promise<unknown>): Promise<number> =>
  act.then(
    () => 200,
    (error: unknown) => {
      if (error instanceof CallError) return error.status;
      throw error;
    },
  );

/** Returns the row of a booking without the time of an e-mail, and its number of steps. */
async function bookingRow(id: string): Promise<object> {
  const row = await store.db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const steps = await store.db.selectFrom('booking_steps').select('id').where('booking_id', '=', id).execute();
  return { ...row, cash_told_at: null, stepCount: steps.length };
}

const disputeRow = (id: string) =>
  store.db.selectFrom('disputes').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

describe('a booking', () => {
  test.each(Object.keys(BOOKINGS) as (keyof typeof BOOKINGS)[])('that is %s allows its acts only', async (state) => {
    const refused: Booked = await BOOKINGS[state]();
    const before = await bookingRow(refused.bookingId);
    for (const [name, act] of Object.entries(ACTS)) {
      const isPossible = POSSIBLE[state].some((one) => one === name);
      const status = await statusOf(act(isPossible ? await BOOKINGS[state]() : refused));
      expect.soft([name, status]).toEqual([name, isPossible ? 200 : 409]);
    }
    expect(await bookingRow(refused.bookingId)).toEqual(before);
  });
});

const DISPUTE_ACTS = {
  'accept as seller': (id: string) => open.answer(id, { answer: 'accept' }),
  'refuse as seller': (id: string) => open.answer(id, { answer: 'refuse', text: WORDS }),
  agree: (id: string) => open.reply(id, 'accept'),
  'ask for a decision': (id: string) => open.reply(id, 'decide'),
  'take it back': (id: string) => open.returned(id, open.seller),
  'bring it back': (id: string) => open.returned(id, open.buyer),
  decide: (id: string) => open.decide(id, admin, {}),
  'appeal as buyer': (id: string) => open.appeal(id, open.buyer),
  'appeal as seller': (id: string) => open.appeal(id, open.seller),
};

/** Brings a dispute of its own into a state. Both sides lose a part by its decision. */
async function disputeIn(state: DisputeState): Promise<string> {
  const { bookingId } = await open.handedOver();
  if (state !== 'closed') return disputeTo({ ...open, admin }, bookingId, state === 'answer' ? undefined : state);
  const id = await disputeTo({ ...open, admin }, bookingId, 'return');
  await open.returned(id, open.seller);
  return id;
}

const POSSIBLE_IN_DISPUTE: Record<DisputeState, (keyof typeof DISPUTE_ACTS)[]> = {
  answer: ['accept as seller', 'refuse as seller'],
  reply: ['agree', 'ask for a decision'],
  decision: ['decide'],
  appeal: ['appeal as buyer', 'appeal as seller'],
  return: ['take it back', 'bring it back'],
  closed: [],
};

describe('a dispute', () => {
  test.each(DISPUTE_STATES)('in the state %s allows its acts only', async (state) => {
    const refused = await disputeIn(state);
    const before = await disputeRow(refused);
    for (const [name, act] of Object.entries(DISPUTE_ACTS)) {
      const isPossible = POSSIBLE_IN_DISPUTE[state].some((one) => one === name);
      const status = await statusOf(act(isPossible ? await disputeIn(state) : refused));
      expect.soft([name, status]).toEqual([name, isPossible ? 200 : 409]);
    }
    expect(await disputeRow(refused)).toEqual(before);
  });
});
