import { changeMyProduct } from '#modules/catalogue/contract.ts';
import { aCategory } from '#modules/catalogue/server/fixtures.ts';
import { disputeTo } from '#modules/disputes/server/disputes.fixtures.ts';
import { makePayoutFile, sendPayout } from '#modules/earnings/payouts.contract.ts';
import { handOver, reportNoShow } from '#modules/handover/contract.ts';
import { addRole, deleteUser, getAccessToken, registerUser, verifyUser } from '#modules/identity/contract.ts';
import { insertPerson } from '#modules/identity/server/people.fixtures.ts';
import { digestOf } from '#modules/identity/server/profile.service.ts';
import { upsertEmailChange } from '#modules/identity/server/profile.store.ts';
import { reportProduct } from '#modules/moderation/contract.ts';
import { addSynonyms } from '#modules/search/contract.ts';
import { sendMessage } from '#modules/support/contract.ts';
import { addWish } from '#modules/wishlist/contract.ts';
import { createClient } from '#platform/contract/call-client.ts';
import { inProcessTransport } from '#platform/http/in-process-transport.ts';
import { type CardClient, cardClient } from './card-client.ts';
import { addAccount, addBankPayout, addPayout, giveMoney, keepForReview, stopRefund } from './money.ts';
import { openSales } from './people-sales.ts';
import { type Person, provider, signUp, type TestStore } from './test-store.ts';

/** Every kind of caller. */
export const CALLERS = [
  'visitor',
  'signed out',
  'deleted',
  'cookie alone',
  'undecided',
  'buyer',
  'other buyer',
  'seller',
  'other seller',
  'both',
  'admin',
] as const;
export type CallerKind = (typeof CALLERS)[number];

/** The people of a test with their request headers, and functions that create rows of their own. */
export interface TestPeople {
  buyer: Person;
  otherBuyer: Person;
  seller: Person;
  otherSeller: Person;
  /** Buys and sells. */
  both: Person;
  admin: Person;
  headers: Record<CallerKind, Record<string, string>>;
  categoryId: string;
  cards: CardClient;
  /** Signs up an account without a role. */
  newcomer(): Promise<{ email: string; headers: Record<string, string> }>;
  /** Lists a product. */
  list(seller?: Person): Promise<string>;
  /** Lists an advertised product. */
  advertise(): Promise<string>;
  /** Creates an unpaid booking of the buyer. */
  book(): Promise<string>;
  /** Pays a booking of the buyer at the provider, without recording it. */
  payUnrecorded(): Promise<{ bookingId: string; transactionId: string }>;
  /** Creates a recorded payment of the buyer. */
  sell(): Promise<string>;
  /** Creates a paid booking of the buyer. */
  sellBooking(): Promise<string>;
  /** Creates a paid booking that the seller says they handed over without the code. */
  claimHandover(): Promise<string>;
  /** Creates an unpaid booking of the buyer, whose other cash bookings have ended. */
  bookForCash(): Promise<string>;
  /** Creates a cash booking whose pick-up time has passed. */
  missPickup(): Promise<string>;
  /** Creates such a booking whose seller reported that the buyer did not come. */
  reportNoShow(): Promise<string>;
  /** Creates a booking of the buyer that is in its inspection. */
  handOver(): Promise<string>;
  /** Creates a dispute of such a booking. It waits for an answer, a reply, a decision, a return or an appeal. */
  dispute(until?: 'reply' | 'decision' | 'return' | 'appeal'): Promise<string>;
  /** Creates a payment that is due back, and that the provider does not know. */
  dueRefund(): Promise<string>;
  /** Creates a payment of the buyer of which a part is due back, and whose refund the store has stopped. */
  stoppedRefund(): Promise<string>;
  /** Creates a payment of the buyer that is kept for review. */
  keepPayment(): Promise<string>;
  /** Creates a due payout of the seller; with `sent`, one that the admin has sent. */
  payout(sent?: 'sent'): Promise<string>;
  /** Creates a sent payout to a bank account, which is in no file. */
  bankPayout(): Promise<void>;
  /** Makes a bank file. Returns its time. */
  payoutFile(): Promise<string>;
  /** Prepares a payout of a seller: a balance and an account. */
  earn(seller: Person): Promise<void>;
  /** Saves a product for the buyer. */
  wish(): Promise<string>;
  /** Reports a listing of the seller for the buyer. Returns the product. */
  report(): Promise<string>;
  /** Sends a visitor's message to the store. */
  write(): Promise<string>;
  /** Inserts a change of a bystander's e-mail. Returns the token of its link. */
  emailLink(): Promise<string>;
  /** Creates a buyer whose account a test deletes. */
  leavingBuyer(): Promise<{ password: string; headers: Record<string, string> }>;
  /** Verifies a seller as the admin, which writes an audit entry. */
  writeAuditEntry(): Promise<void>;
  /** Adds a group of synonyms. */
  synonyms(): Promise<string>;
  /** Creates another session of the buyer. */
  session(): Promise<string>;
  /** Inserts a person without an account. */
  bystander(role: 'buyer' | 'seller'): Promise<string>;
}

export const A_MESSAGE = {
  name: 'Nusrat',
  email: 'nusrat@example.com',
  subject: 'other' as const,
  message: 'Do you deliver to Sylhet?',
};

/** Registers the people of a test, and returns them with functions that create rows. */
export async function openTestPeople(store: TestStore): Promise<TestPeople> {
  const { app, db } = store;
  const cards = cardClient(store);
  // Webhooks of the gateway would change rows during a test.
  await cards.injectFaults({ webhooks: [{ kind: 'drop', times: 1000 }] });
  const [buyer, otherBuyer] = [await store.as('buyer', 'Ayesha Rahman'), await store.as('buyer')];
  const [seller, otherSeller] = [await store.as('seller', 'Sadia Karim'), await store.as('seller')];
  const both = await store.as('buyer');
  await both.api.send(addRole, { params: { role: 'seller' } });
  const [admin, deleted, signedOut] = [await store.as('admin'), await store.as('buyer'), await store.as('buyer')];
  await admin.api.send(deleteUser, { params: { id: deleted.id } });
  await provider(app, '/sign-out', {}, { cookie: signedOut.cookie });
  const categoryId = await aCategory(db);

  async function newcomer(password = 'secret-1234') {
    const email = `${crypto.randomUUID()}@example.com`;
    const cookie = await signUp(app, { name: 'Nusrat', email, password });
    const bySession = createClient(inProcessTransport(app, { cookie }));
    const { accessToken: token } = await bySession.send(getAccessToken, { query: { email } });
    return { email, headers: headersOf({ token, cookie }) };
  }
  function bystander(role: 'buyer' | 'seller') {
    return insertPerson(db, { name: 'Rumana Islam', email: `${crypto.randomUUID()}@example.com`, role });
  }
  const { list, book, prepare, sell, sellBooking, bookForCash, missPickup, handedOver } = openSales({
    db,
    buyer,
    seller,
    cards,
    categoryId,
  });

  async function bankPayout() {
    const { id } = await addBankPayout(store, seller);
    await admin.api.send(sendPayout, { params: { id } });
  }

  return {
    buyer,
    otherBuyer,
    seller,
    otherSeller,
    both,
    admin,
    categoryId,
    cards,
    headers: {
      visitor: {},
      'signed out': headersOf(signedOut),
      deleted: headersOf(deleted),
      'cookie alone': { cookie: buyer.cookie },
      undecided: (await newcomer()).headers,
      buyer: headersOf(buyer),
      'other buyer': headersOf(otherBuyer),
      seller: headersOf(seller),
      'other seller': headersOf(otherSeller),
      both: headersOf(both),
      admin: headersOf(admin),
    },
    newcomer,
    list,
    book,
    async payUnrecorded() {
      const { bookingId, secret } = await prepare();
      return { bookingId, transactionId: await cards.pay(secret) };
    },
    sell,
    stoppedRefund: async () => stopRefund(db, await sell()),
    sellBooking,
    async claimHandover() {
      const bookingId = await sellBooking();
      await seller.api.send(handOver, { params: { bookingId }, body: { withoutCode: true } });
      return bookingId;
    },
    handOver: handedOver,
    dispute: async (until) => disputeTo({ buyer, seller, admin }, await handedOver(), until),
    bookForCash,
    missPickup,
    async reportNoShow() {
      const id = await missPickup();
      await seller.api.send(reportNoShow, { params: { id } });
      return id;
    },
    async dueRefund() {
      const intent = `pi_${crypto.randomUUID().replaceAll('-', '')}`;
      const row = { booking_id: await book(), intent, amount_poisha: 650_000, currency: 'bdt', state: 'refund_due' };
      return (await db.insertInto('payments').values(row).returning('id').executeTakeFirstOrThrow()).id;
    },
    keepPayment: async () => keepForReview(db, await cards.pay((await prepare()).secret)),
    async payout(sent) {
      const id = await addPayout(store, seller);
      if (sent) await admin.api.send(sendPayout, { params: { id } });
      return id;
    },
    bankPayout,
    async payoutFile() {
      await bankPayout();
      return (await admin.api.send(makePayoutFile, {})).madeAt;
    },
    async earn(by) {
      await giveMoney(store, by, 500);
      await addAccount(store, by);
    },
    async advertise() {
      const id = await list();
      await seller.api.send(changeMyProduct, { params: { id }, query: { advertiseEnable: 'true' } });
      return id;
    },
    async wish() {
      return (await buyer.api.send(addWish, { body: { itemId: await list() } })).insertedId;
    },
    async report() {
      const productId = await list();
      await buyer.api.send(reportProduct, { body: { productId, reason: 'The picture shows another pram.' } });
      return productId;
    },
    async write() {
      return (await store.anyone.send(sendMessage, { body: A_MESSAGE })).insertedId;
    },
    async emailLink() {
      const { email } = await newcomer();
      const { id } = await db.selectFrom('accounts').select('id').where('email', '=', email).executeTakeFirstOrThrow();
      await db.insertInto('users').values({ account_id: id, email, name: 'Nusrat' }).execute();
      const [token, newEmail] = [crypto.randomUUID(), `${crypto.randomUUID()}@example.com`];
      await upsertEmailChange(db, { accountId: id, newEmail, digest: digestOf(token), hours: 1 });
      return token;
    },
    async leavingBuyer() {
      const password = 'leaving-1234';
      const { email, headers } = await newcomer(password);
      const api = createClient(inProcessTransport(app, headers));
      await api.send(registerUser, { body: { name: 'Nusrat', email, userCategory: 'Buyer' } });
      return { password, headers };
    },
    async writeAuditEntry() {
      const params = { id: await bystander('seller') };
      await admin.api.send(verifyUser, { params, body: { verify: 'Verified' } });
    },
    async synonyms() {
      return (await admin.api.send(addSynonyms, { body: { words: ['pram', 'perambulator'] } })).insertedId;
    },
    async session() {
      const { account_id } = await db
        .selectFrom('users')
        .select('account_id')
        .where('id', '=', buyer.id)
        .executeTakeFirstOrThrow();
      const values = { account_id: String(account_id), token: crypto.randomUUID(), expires_at: inOneHour() };
      return (await db.insertInto('sessions').values(values).returning('id').executeTakeFirstOrThrow()).id;
    },
    bystander,
  };
}

/** A browser sends its cookie with every call, beside the token. */
function headersOf({ token, cookie }: { token: string; cookie: string }) {
  return { authorization: `Bearer ${token}`, cookie };
}

function inOneHour(): Date {
  return new Date(Date.now() + 60 * 60 * 1000);
}
