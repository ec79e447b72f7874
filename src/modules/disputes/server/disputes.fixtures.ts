import { sql } from 'kysely';
import { getBooking } from '#modules/bookings/contract.ts';
import { handOver } from '#modules/handover/contract.ts';
import { recordPayment } from '#modules/payments/contract.ts';
import { plain, send } from '#modules/photos/server/photo.fixtures.ts';
import { cardClient } from '../../../../tests/support/card-client.ts';
import { openSales } from '../../../../tests/support/sales.ts';
import type { Person, TestStore } from '../../../../tests/support/test-store.ts';
import * as calls from '../contract.ts';

export const WORDS = 'The left front wheel wobbles and its rim is cracked.';

/** Returns functions that hand an item over and dispute it, through calls. */
export async function openDisputes(store: TestStore) {
  const client = cardClient(store);
  const sales = await openSales(store, client);
  const { buyer, seller } = sales;

  async function handItOver(bookingId: string) {
    const { handover } = await buyer.api.send(getBooking, { params: { id: bookingId } });
    await seller.api.send(handOver, { params: { bookingId }, body: { code: handover?.code ?? '' } });
  }

  async function handedOver() {
    const sold = await sales.sell();
    await handItOver(sold.bookingId);
    return sold;
  }

  const complain = (bookingId: string, claim: object = {}, who: Person = buyer) =>
    who.api.send(calls.openDispute, {
      params: { id: bookingId },
      body: { reason: 'damaged', text: WORDS, want: 'refund', ...claim },
    });

  return {
    ...sales,
    client,
    handedOver,
    handOver: handItOver,
    complain,
    record: (bookingId: string, transactionId: string) =>
      buyer.api.send(recordPayment, { body: { bookingId, transactionId } }),
    /** Uploads a photo for a dispute. Returns its id. */
    async uploadPrivate(who: Person): Promise<string> {
      const bytes = await plain(64, 48).jpeg().toBuffer();
      return (await send(store, who, bytes, { url: '/api/private-photos' })).json().insertedId;
    },
    /** Opens a dispute: a part of the price when an amount (Tk) is given. */
    async dispute(amount?: number) {
      const sold = await handedOver();
      const claim = amount === undefined ? {} : { want: 'part', amount };
      const { insertedId: id } = await complain(sold.bookingId, claim);
      return { ...sold, id };
    },
    see: (id: string, who: Person) => who.api.send(calls.getDispute, { params: { id } }),
    answer: (id: string, body: object, who: Person = seller) =>
      who.api.send(calls.answerDispute, { params: { id }, body: { answer: 'accept', ...body } }),
    reply: (id: string, reply: 'accept' | 'decide', who: Person = buyer) =>
      who.api.send(calls.replyToAnswer, { params: { id }, body: { reply } }),
    returned: (id: string, who: Person, code?: string) =>
      who.api.send(calls.returnItem, { params: { id }, body: code === undefined ? {} : { code } }),
    decide: (id: string, who: Person, body: object) =>
      who.api.send(calls.decideDispute, {
        params: { id },
        body: { outcome: 'none', withReturn: false, reason: WORDS, ...body },
      }),
    appeal: (id: string, who: Person) =>
      who.api.send(calls.appealDecision, { params: { id }, body: { reason: WORDS } }),
    /** Moves the deadline of a dispute into the past. */
    pass: (id: string, minutes = 1) =>
      sql`update disputes set until = now() - make_interval(mins => ${minutes}::int) where id = ${id}`.execute(
        store.db,
      ),
    applyDeadlines: () => sql`select graphile_worker.add_job('dispute-deadlines')`.execute(store.db),
    /** Whether a passed deadline of a dispute waits for the job. */
    dueOf: async (id: string) =>
      (
        await sql<{
          due: boolean;
        }>`select coalesce(until <= now(), false) as due from disputes where id = ${id}`.execute(store.db)
      ).rows[0]?.due,
    bookingOf: async (bookingId: string) =>
      (await store.db.selectFrom('bookings').select('state').where('id', '=', bookingId).executeTakeFirstOrThrow())
        .state,
    /** Returns the held balance of a booking and the balance of its seller, in poisha. */
    async balances(bookingId: string) {
      const { rows } = await sql<{ account: string; balance: number }>`
        select account, balance_poisha as balance from ledger_balances
        where account in (${`held:${bookingId}`}, ${`seller:${seller.id}`})`.execute(store.db);
      const of = (kind: string) => Number(rows.find(({ account }) => account.startsWith(kind))?.balance ?? 0);
      return { held: of('held'), seller: of('seller') };
    },
  };
}

export const A_CLAIM = { reason: 'damaged' as const, text: WORDS, want: 'refund' as const };

/** Opens a dispute of a booking in its inspection, and takes it to a state. Returns its id. */
export async function disputeTo(
  { buyer, seller, admin }: Record<'buyer' | 'seller' | 'admin', Person>,
  bookingId: string,
  until?: 'reply' | 'decision' | 'return' | 'appeal',
): Promise<string> {
  const { insertedId: id } = await buyer.api.send(calls.openDispute, { params: { id: bookingId }, body: A_CLAIM });
  const params = { id };
  const answer = until === 'return' ? 'accept' : 'refuse';
  if (until) await seller.api.send(calls.answerDispute, { params, body: { answer, text: WORDS } });
  if (until === 'decision' || until === 'appeal')
    await buyer.api.send(calls.replyToAnswer, { params, body: { reply: 'decide' } });
  const part = { outcome: 'part' as const, amount: 1, withReturn: false, reason: WORDS };
  if (until === 'appeal') await admin.api.send(calls.decideDispute, { params, body: part });
  return id;
}
