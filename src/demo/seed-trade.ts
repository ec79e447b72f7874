import { sql } from 'kysely';
import { answerDispute, openDispute, replyToAnswer } from '#modules/disputes/server/service.ts';
import { closePayout, requestPayout, sendPayout } from '#modules/earnings/server/service.ts';
import { applyBookingDeadlines, callOffBooking, reportNoShow } from '#modules/handover/server/service.ts';
import { shippedPictures } from '#modules/photos/rules.ts';
import type { Db } from '#platform/database/database.ts';
import type { Files } from '#platform/files/file-store.ts';
import type { PastPayment } from '#sandbox/card-gateway/past-payments.ts';
import { type DemoSale, EMAIL_CONTEXT, openTrade } from './demo-trade.ts';
import { addPrivatePhotos } from './private-photos.ts';
import type { SeededPerson, SeededProduct } from './seeded-rows.ts';

const DAY_HOURS = 24;
const PAYOUT_SETTINGS = {
  minimumPoisha: 10_000,
  weekly: false,
  fourEyes: false,
  accountWaitMinutes: 0,
  inspectionMinutes: 0,
};

/** The dependencies of a trade besides the database. */
export interface TradeParts {
  /** Stores payments in the demo's card gateway. */
  recordPayments(payments: readonly PastPayment[]): Promise<void>;
  files(): Promise<Files>;
}

interface SeededRows {
  products: SeededProduct[];
  sellers: SeededPerson[];
  buyers: SeededPerson[];
  admin: SeededPerson;
}

/**
 * Adds the trade of some months: bookings in every state, disputes, earnings and payouts. Calls the services of the store and
 * moves all times into the past between the calls. Returns the products without a booking.
 */
export async function seedTrade(db: Db, seeded: SeededRows, parts: TradeParts): Promise<SeededProduct[]> {
  const free = await freeProducts(db, seeded.products);
  const trade = openTrade(db, (sellerId) => {
    const index = free.findLastIndex((product) => product.seller_id === sellerId);
    const [product] = free.splice(index, 1);
    if (index < 0 || !product) throw new Error('The demo has too few products of this seller.');
    return product;
  });
  const [seller, other] = seeded.sellers as [SeededPerson, SeededPerson];
  const [buyer, ayesha, karim] = seeded.buyers as [SeededPerson, SeededPerson, SeededPerson];
  const { deps, advanceHours } = trade;

  async function complete(sale: DemoSale): Promise<void> {
    await trade.handOver(sale);
    await advanceHours(DAY_HOURS + 1);
    await applyBookingDeadlines(deps, sale.bookingId);
  }
  /** A buyer books an item and does not pay. The item can be booked again. */
  const leaveUnpaid = async () => {
    const { bookingId, product } = await trade.book(seller, karim);
    free.push(product);
    return bookingId;
  };
  const payOut = async (reference: string) => {
    const { insertedId } = await requestPayout(db, seller.id, PAYOUT_SETTINGS);
    await advanceHours(5);
    const actor = { adminId: seeded.admin.id, requestId: 'demo' };
    await sendPayout(db, actor, insertedId);
    const outcome = { reference, isTransfer: false };
    await closePayout({ db, settings: PAYOUT_SETTINGS, emailContext: EMAIL_CONTEXT }, actor, insertedId, outcome);
  };

  await insertPayoutAccount(db, seller);
  await advanceHours(2 * DAY_HOURS);
  await complete(await trade.sell(seller, ayesha));
  await advanceHours(9 * DAY_HOURS);
  await complete(await trade.sell(seller, karim));
  await payOut('CFT26249 0071');
  await advanceHours(24 * DAY_HOURS);
  const forCash = await trade.book(seller, karim);
  await trade.chooseCash(forCash);
  await advanceHours(20);
  await trade.handOver(forCash);
  // One unpaid booking is called off, and one expires. The demo's buyer pays the third one.
  await callOffBooking(deps, { bookingId: await leaveUnpaid(), personId: karim.id }, 'notNeeded');
  await leaveUnpaid();
  await advanceHours(3 * DAY_HOURS);
  await complete(await trade.sell(seller, buyer));
  await payOut('CFT26283 0115');
  await advanceHours(12 * DAY_HOURS);

  // The seller of another item gives a part back.
  const worn = await trade.sell(other, buyer);
  await advanceHours(30);
  await trade.receive(worn);
  const part = Math.ceil(worn.product.price_poisha / 500) * 100;
  const wornId = await openDispute(
    deps,
    { bookingId: worn.bookingId, buyerId: buyer.id },
    { ...WORN, want: 'part', amount: part / 100, photos: [] },
  );
  await advanceHours(7);
  await answerDispute(
    deps,
    { disputeId: wornId, personId: other.id },
    { answer: 'accept', text: WORN_ANSWER, photos: [] },
  );
  await trade.sendBack(worn, part);
  await advanceHours(4 * DAY_HOURS);

  const calledOff = await trade.sell(seller, buyer);
  await advanceHours(8);
  const caller = { bookingId: calledOff.bookingId, personId: seller.id };
  await callOffBooking(deps, caller, 'It broke while I packed it. I am sorry.');
  await trade.sendBack(calledOff, calledOff.product.price_poisha);
  await advanceHours(6 * DAY_HOURS);
  await complete(await trade.sell(seller, ayesha));
  await complete(await trade.sell(seller, buyer));

  const missed = await trade.book(seller, karim);
  await trade.chooseCash(missed);
  await advanceHours(3 * DAY_HOURS + 2);
  await reportNoShow(deps, { bookingId: missed.bookingId, personId: seller.id });

  // Buyer and seller do not agree: an admin decides.
  const damaged = await trade.sell(seller, buyer);
  await advanceHours(26);
  await trade.handOver(damaged);
  await advanceHours(3);
  const photos = await addPrivatePhotos(db, parts.files, buyer.id, shippedPictures(damaged.product.image));
  const claim = { ...DAMAGED, want: 'refund' as const, photos };
  const disputeId = await openDispute(deps, { bookingId: damaged.bookingId, buyerId: buyer.id }, claim);
  await advanceHours(9);
  await answerDispute(deps, { disputeId, personId: seller.id }, { answer: 'refuse', text: DAMAGED_ANSWER, photos: [] });
  await advanceHours(5);
  await replyToAnswer(deps, { disputeId, personId: buyer.id }, 'decide');
  await requestPayout(db, seller.id, PAYOUT_SETTINGS);
  await advanceHours(14);

  await trade.sell(seller, buyer);
  const received = await trade.sell(other, buyer);
  await advanceHours(6);
  await trade.receive(received);
  await trade.handOver(await trade.sell(seller, ayesha));
  const cash = await trade.book(seller, buyer);
  await trade.chooseCash(cash);
  await advanceHours(2);
  await sql`set constraints all immediate`.execute(db);
  await deleteEmailJobs(db);
  await parts.recordPayments(trade.payments);
  return free;
}

/** Puts the sold products of the demo seller back on sale, so that they are sold here. Returns the products on sale. */
async function freeProducts(db: Db, products: SeededProduct[]): Promise<SeededProduct[]> {
  await db.updateTable('products').set({ status: 'unsold', sold_at: null }).where('status', '=', 'sold').execute();
  return products.filter(({ advertised }) => !advertised);
}

/** Inserts the payout account of a seller, which may be paid to at once. */
async function insertPayoutAccount(db: Db, seller: SeededPerson): Promise<void> {
  await db
    .insertInto('payout_accounts')
    .values({ user_id: seller.id, kind: 'bkash', account: seller.phone, payable_from: sql`now()` })
    .execute();
}

/** Deletes the jobs that send e-mails about past events. The jobs of photos stay. */
async function deleteEmailJobs(db: Db): Promise<void> {
  await sql`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs where task_identifier <> 'photo'))`.execute(
    db,
  );
}

const WORN = {
  reason: 'not_as_described' as const,
  text: 'The pictures show it as new. One side is worn through, and I cannot use it as it is.',
};
const WORN_ANSWER = 'You are right, I did not see that side. I give you this part back.';
const DAMAGED = {
  reason: 'damaged' as const,
  text: 'It is torn at the back, and the pictures do not show that. My child cannot use it. I want to return it.',
};
const DAMAGED_ANSWER = 'It was whole when we met at the gate, and you looked at it for five minutes. I do not agree.';
