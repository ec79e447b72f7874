import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { getAccount } from '#modules/account/contract.ts';
import { addProduct } from '#modules/catalogue/contract.ts';
import { aCategory, aProduct } from '#modules/catalogue/server/fixtures.ts';
import { sendMessage } from '#modules/support/contract.ts';
import { createClient } from '#platform/contract/call-client.ts';
import { inProcessTransport } from '#platform/http/in-process-transport.ts';
import { openTestStore, type Person, provider, type TestStore } from '../../../../tests/support/test-store.ts';
import { getAccessToken, getMe } from '../contract.ts';
import { changeEmail, changeProfile, confirmEmail } from '../profile.contract.ts';
import { changePassword } from '../sessions.contract.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

const anAddress = () => `${crypto.randomUUID()}@example.com`;

/** Returns the newest e-mail to an address whose text matches, from the demo's outbox. */
function mailTo(email: string, matching: RegExp): Promise<string> {
  return vi.waitFor(
    async () => {
      const { body } = await store.app.inject('/sandbox/outbox/');
      const found = body.split('<article').find((one) => one.includes(`To <b>${email}</b>`) && matching.test(one));
      if (!found) throw new Error(`No mail to ${email} yet`);
      return found;
    },
    { timeout: 10_000, interval: 20 },
  );
}

const ask = (who: Person, newEmail: string, password: string | undefined = who.password) =>
  who.api.send(changeEmail, { body: { newEmail, password } });
const tokenSentTo = async (email: string) =>
  /\/new-email\?token=([\w-]+)/.exec(await mailTo(email, /\/new-email\?token=/))?.[1] ?? '';
const open = (token: string) => store.anyone.send(confirmEmail, { params: { token } });
const login = async (email: string, password: string) =>
  (await provider(store.app, '/sign-in/email', { email, password })).statusCode;

describe('one’s own profile', () => {
  test('takes a name, a phone, a pick-up point and a language, and keeps the other fields [13.11]', async () => {
    const buyer = await store.as('buyer', 'Ayesha Rahman');
    const change = (body: object) => buyer.api.send(changeProfile, { body });
    expect(await change({ name: ' Ayesha Siddiqua ' })).toEqual({ modifiedCount: 1 });
    await change({ phone: '+880 1712-345678', location: 'Road 27, Dhanmondi', language: 'bn' });
    const said = { name: 'Ayesha Siddiqua', phone: '01712345678', pickup: 'Road 27, Dhanmondi' };
    expect(await buyer.api.send(getAccount, {})).toMatchObject({ ...said, language: 'bn' });
    expect(await buyer.api.send(getMe, {})).toMatchObject(said);
    await change({ phone: '', location: '' });
    expect(await buyer.api.send(getAccount, {})).toMatchObject({ ...said, phone: '', pickup: '' });
    expect(await change({})).toEqual({ modifiedCount: 0 });
  });

  test('refuses a name without letters, a foreign phone and an unknown language, each at its field [13.11]', async () => {
    const buyer = await store.as('buyer');
    const body = { name: ' ', phone: '12345', location: 'x', language: 'fr' as 'en' };
    await expect(buyer.api.send(changeProfile, { body })).rejects.toMatchObject({
      status: 400,
      problem: {
        errors: [
          { field: 'name', message: 'Name is required' },
          { field: 'phone', message: 'The phone number has 5 digits. It needs 11.' },
          { field: 'location' },
          { field: 'language' },
        ],
      },
    });
  });

  test('changes the name on a seller’s listings [13.11]', async () => {
    const seller = await store.as('seller', 'Sadia Karim');
    const body = aProduct(await aCategory(store.db, 'Cots'));
    const { insertedId } = await seller.api.send(addProduct, { body });
    await seller.api.send(changeProfile, { body: { name: 'Sadia Nahar' } });
    const listed = await store.db.selectFrom('products').selectAll().where('id', '=', insertedId).execute();
    expect(listed).toMatchObject([{ seller_name: 'Sadia Nahar' }]);
  });
});

describe('a new e-mail', () => {
  test('counts once its link is opened; until then the old one stays, and is told both times [13.12]', async () => {
    const [seller, to] = [await store.as('seller'), anAddress()];
    const body = aProduct(await aCategory(store.db, 'Prams of movers'));
    const { insertedId } = await seller.api.send(addProduct, { body });
    expect(await ask(seller, to)).toEqual({ acknowledged: true });
    expect(await mailTo(seller.email, /asked to change /)).toContain(to);
    expect(await seller.api.send(getAccount, {})).toMatchObject({ email: seller.email, newEmail: to });
    expect(await login(seller.email, seller.password)).toBe(200);
    expect(await login(to, seller.password)).toBe(401);

    expect(await open(await tokenSentTo(to))).toEqual({ email: to });
    await mailTo(seller.email, /changed from /);
    const moved = { email: to, emailVerified: true, newEmail: null };
    expect(await seller.api.send(getAccount, {})).toMatchObject(moved);
    expect(await login(seller.email, seller.password)).toBe(401);
    expect(await login(to, seller.password)).toBe(200);
    const bySession = createClient(inProcessTransport(store.app, { cookie: seller.cookie }));
    await expect(bySession.send(getAccessToken, { query: { email: seller.email } })).rejects.toMatchObject({
      status: 403,
    });
    expect(await bySession.send(getAccessToken, { query: { email: to } })).toHaveProperty('accessToken');
    const row = await store.db.selectFrom('users').select('email').where('id', '=', seller.id).executeTakeFirst();
    expect(row).toEqual({ email: to });
    const listed = await store.db.selectFrom('products').selectAll().where('id', '=', insertedId).execute();
    expect(listed).toMatchObject([{ seller_email: to }]);
  });

  test('has a link that works once and for a day; a later request replaces it [13.12]', async () => {
    const [buyer, first, second] = [await store.as('buyer'), anAddress(), anAddress()];
    await ask(buyer, first);
    const old = await tokenSentTo(first);
    await ask(buyer, second);
    const expired = { status: 404, problem: { title: 'link-expired' } };
    await expect(open(old)).rejects.toMatchObject(expired);
    const token = await tokenSentTo(second);
    const outcome = await Promise.allSettled([open(token), open(token)]);
    expect(outcome.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(open(token)).rejects.toMatchObject(expired);
    const late = anAddress();
    await ask(buyer, late);
    await store.db
      .updateTable('email_changes')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .execute();
    await expect(open(await tokenSentTo(late))).rejects.toMatchObject(expired);
    expect(await buyer.api.send(getAccount, {})).toMatchObject({ email: second, newEmail: null });
  });

  test('that somebody has gets the same answer and the same note, and no link [13.12]', async () => {
    const [buyer, other] = [await store.as('buyer'), await store.as('buyer')];
    expect(await ask(buyer, other.email.toUpperCase())).toEqual({ acknowledged: true });
    await mailTo(buyer.email, /asked to change /);
    expect(await mailTo(other.email, /another account at /)).not.toContain('token');
    expect(await buyer.api.send(getAccount, {})).toMatchObject({ email: buyer.email, newEmail: other.email });
  });

  test('that somebody registers with before its link is opened is refused, and both keep theirs [13.12]', async () => {
    const [buyer, to] = [await store.as('buyer'), anAddress()];
    await ask(buyer, to);
    const token = await tokenSentTo(to);
    const taken = { name: 'Quick', email: to, password: 'secret-1234' };
    expect((await provider(store.app, '/sign-up/email', taken)).statusCode).toBe(200);
    await expect(open(token)).rejects.toMatchObject({ status: 409, problem: { title: 'email-taken' } });
    expect(await buyer.api.send(getAccount, {})).toMatchObject({ email: buyer.email });
    expect(await login(to, taken.password)).toBe(200);
  });

  test('needs the password of an account that has one, and differs from the present e-mail [13.12]', async () => {
    const buyer = await store.as('buyer');
    for (const password of ['another-1234', undefined])
      await expect(buyer.api.send(changeEmail, { body: { newEmail: anAddress(), password } })).rejects.toMatchObject({
        status: 403,
        problem: { errors: [{ field: 'password' }] },
      });
    await expect(ask(buyer, buyer.email)).rejects.toMatchObject({
      status: 400,
      problem: { errors: [{ field: 'newEmail', message: 'Already your email.' }] },
    });
  });

  test('that could not sign in afterwards is refused [13.12]', async () => {
    const buyer = await store.as('buyer');
    for (const newEmail of ['ayesha@localhost', 'আয়েশা@example.com', 'a..b@example.com', 'a@1.2.3.4']) {
      // The provider refuses this shape at a sign-in.
      expect(await login(newEmail, buyer.password)).toBe(400);
      await expect(ask(buyer, newEmail)).rejects.toMatchObject({
        status: 400,
        problem: { errors: [{ field: 'newEmail', message: expect.stringContaining('email') }] },
      });
    }
    const odd = "o'hara+baby@mail.example.com";
    expect(await login(odd, buyer.password)).toBe(401);
    expect(await ask(buyer, odd)).toEqual({ acknowledged: true });
  });

  test('no longer comes when the password is changed or replaced by a link [13.12]', async () => {
    const [buyer, first, second] = [await store.as('buyer'), anAddress(), anAddress()];
    await ask(buyer, first);
    const body = { oldPassword: buyer.password, newPassword: 'brand-new-77' };
    await buyer.api.send(changePassword, { body });
    await expect(open(await tokenSentTo(first))).rejects.toMatchObject({ status: 404 });
    await ask(buyer, second, 'brand-new-77');
    await provider(store.app, '/request-password-reset', { email: buyer.email });
    const reset = /token=([\w-]+)/.exec(await mailTo(buyer.email, /\/reset\?token=/))?.[1];
    const answer = await provider(store.app, '/reset-password', { token: reset, newPassword: 'brand-new-88' });
    expect(answer.statusCode).toBe(200);
    await expect(open(await tokenSentTo(second))).rejects.toMatchObject({ status: 404 });
  });

  test('takes along the messages under a confirmed e-mail, and none under one that was never confirmed', async () => {
    const write = (email: string) =>
      store.anyone.send(sendMessage, {
        body: { name: 'Ayesha', email, subject: 'account', message: 'I cannot log in.' },
      });
    const emailsOf = async () =>
      (await store.db.selectFrom('contact_messages').select('email').execute()).map(({ email }) => email);
    const [stranger, owner] = [await store.as('buyer'), await store.as('buyer')];
    await store.db.updateTable('accounts').set({ email_verified: true }).where('email', '=', owner.email).execute();
    for (const who of [stranger, owner]) {
      await write(who.email);
      const to = anAddress();
      await ask(who, to);
      await open(await tokenSentTo(to));
      expect(await emailsOf()).toContain(who === owner ? to : who.email);
      expect(await emailsOf()).not.toContain(who === owner ? who.email : to);
    }
  });
});
