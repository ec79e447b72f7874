import { sql } from 'kysely';
import { answerDispute, openDispute, replyToAnswer } from '#modules/disputes/server/service.ts';
import { closePayout, requestPayout, sendPayout } from '#modules/earnings/server/service.ts';
import { advanceBooking, callOffBooking, reportNoShow } from '#modules/handover/server/service.ts';
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

/** The parts of a demo that a trade needs besides the database. */
export interface TradeParts {
  /** Stores payments in the demo's card gateway. */
  recordPayments(payments: readonly PastPayment[]): Promise<void>;
  files(): Promise<Files>;
}

interface Cast {
  products: SeededProduct[];
  sellers: SeededPerson[];
  buyers: SeededPerson[];
  admin: SeededPerson;
}

/**
 * Adds the trade of some months: bookings in every state, disputes, earnings and payouts. Calls the services of the store and
 * moves the clock between the calls. Returns the products without a booking.
 */
export async function seedTrade(db: Db, cast: Cast, parts: TradeParts): Promise<SeededProduct[]> {
  const free = await freeProducts(db, cast.products);
  const desk = openTrade(db, (sellerId) => {
    const index = free.findLastIndex((product) => product.seller_id === sellerId);
    const [product] = free.splice(index, 1);
    if (index < 0 || !product) throw new Error('the demo has too few products of this seller');
    return product;
  });
  const [seller, other] = cast.sellers as [SeededPerson, SeededPerson];
  const [buyer, ayesha, karim] = cast.buyers as [SeededPerson, SeededPerson, SeededPerson];
  const { deps, pass } = desk;

  async function complete(sale: DemoSale): Promise<void> {
    await desk.handOver(sale);
    await pass(DAY_HOURS + 1);
    await advanceBooking(deps, sale.bookingId);
  }
  /** Another buyer books an item that the next booking takes again. */
  const leaveUnpaid = async () => {
    const { bookingId, product } = await desk.book(seller, karim);
    free.push(product);
    return bookingId;
  };
  const payOut = async (reference: string) => {
    const { insertedId } = await requestPayout(db, seller.id, PAYOUT_SETTINGS);
    await pass(5);
    const actor = { adminId: cast.admin.id, requestId: 'demo' };
    await sendPayout(db, actor, insertedId);
    const outcome = { reference, isTransfer: false };
    await closePayout({ db, settings: PAYOUT_SETTINGS, emailContext: EMAIL_CONTEXT }, actor, insertedId, outcome);
  };

  await insertPayoutAccount(db, seller);
  await pass(2 * DAY_HOURS);
  await complete(await desk.sell(seller, ayesha));
  await pass(9 * DAY_HOURS);
  await complete(await desk.sell(seller, karim));
  await payOut('CFT26249 0071');
  await pass(24 * DAY_HOURS);
  const forCash = await desk.book(seller, karim);
  await desk.chooseCash(forCash);
  await pass(20);
  await desk.handOver(forCash);
  // Of two unpaid bookings one is called off, and one expires. The demo's buyer pays the third.
  await callOffBooking(deps, { bookingId: await leaveUnpaid(), personId: karim.id }, 'notNeeded');
  await leaveUnpaid();
  await pass(3 * DAY_HOURS);
  await complete(await desk.sell(seller, buyer));
  await payOut('CFT26283 0115');
  await pass(12 * DAY_HOURS);

  // The seller of another item gives a part back.
  const worn = await desk.sell(other, buyer);
  await pass(30);
  await desk.receive(worn);
  const part = Math.ceil(worn.product.price_poisha / 500) * 100;
  const wornId = await openDispute(
    deps,
    { bookingId: worn.bookingId, buyerId: buyer.id },
    { ...WORN, want: 'part', amount: part / 100, photos: [] },
  );
  await pass(7);
  await answerDispute(
    deps,
    { disputeId: wornId, personId: other.id },
    { answer: 'accept', text: WORN_ANSWER, photos: [] },
  );
  await desk.sendBack(worn, part);
  await pass(4 * DAY_HOURS);

  const calledOff = await desk.sell(seller, buyer);
  await pass(8);
  const caller = { bookingId: calledOff.bookingId, personId: seller.id };
  await callOffBooking(deps, caller, 'It broke while I packed it. I am sorry.');
  await desk.sendBack(calledOff, calledOff.product.price_poisha);
  await pass(6 * DAY_HOURS);
  await complete(await desk.sell(seller, ayesha));
  await complete(await desk.sell(seller, buyer));

  const missed = await desk.book(seller, karim);
  await desk.chooseCash(missed);
  await pass(3 * DAY_HOURS + 2);
  await reportNoShow(deps, { bookingId: missed.bookingId, personId: seller.id });

  // Buyer and seller do not agree: an admin decides.
  const damaged = await desk.sell(seller, buyer);
  await pass(26);
  await desk.handOver(damaged);
  await pass(3);
  const photos = await addPrivatePhotos(db, parts.files, buyer.id, shippedPictures(damaged.product.image));
  const claim = { ...DAMAGED, want: 'refund' as const, photos };
  const disputeId = await openDispute(deps, { bookingId: damaged.bookingId, buyerId: buyer.id }, claim);
  await pass(9);
  await answerDispute(deps, { disputeId, personId: seller.id }, { answer: 'refuse', text: DAMAGED_ANSWER, photos: [] });
  await pass(5);
  await replyToAnswer(deps, { disputeId, personId: buyer.id }, 'decide');
  await requestPayout(db, seller.id, PAYOUT_SETTINGS);
  await pass(14);

  await desk.sell(seller, buyer);
  const received = await desk.sell(other, buyer);
  await pass(6);
  await desk.receive(received);
  await desk.handOver(await desk.sell(seller, ayesha));
  const cash = await desk.book(seller, buyer);
  await desk.chooseCash(cash);
  await pass(2);
  await sql`set constraints all immediate`.execute(db);
  await forgetJobs(db);
  await parts.recordPayments(desk.payments);
  return free;
}

/** Puts the sold products of the demo seller back on sale, so that they are sold here. Returns the products on sale. */
async function freeProducts(db: Db, products: SeededProduct[]): Promise<SeededProduct[]> {
  await db.updateTable('products').set({ status: 'unsold', sold_at: null }).where('status', '=', 'sold').execute();
  return products.filter(({ advertised }) => !advertised);
}

/** Inserts the account of a seller's payouts. Its waiting time after a change is over. */
async function insertPayoutAccount(db: Db, seller: SeededPerson): Promise<void> {
  await db
    .insertInto('payout_accounts')
    .values({ user_id: seller.id, kind: 'bkash', account: seller.phone, payable_from: sql`now()` })
    .execute();
}

/** Deletes the e-mails about what happened in the past. The jobs of photos stay. */
async function forgetJobs(db: Db): Promise<void> {
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
