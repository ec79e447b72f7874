import { createServer, type Socket } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { aCategory, aProduct } from '#modules/catalogue/server/fixtures.ts';
import { cardClient } from './support/card-client.ts';
import { cookieOf, openTestStore, provider, type TestStore } from './support/test-store.ts';

/** Secrets that must never be logged. */
const CANARY = {
  password: 'Kanari-pass-93',
  newPassword: 'Kanari-next-94',
  email: 'kanari.person@kanari.example',
  phone: '01799887766',
  card: '4242424242424242',
  mailPassword: 'kanari-mail-95',
};

const lines: string[] = [];
const log = { write: (line: string) => void lines.push(line) };
const everywhere = ['log', 'info', 'warn', 'error', 'debug'] as const;

let store: TestStore;
beforeAll(async () => {
  for (const name of everywhere)
    vi.spyOn(console, name).mockImplementation((...said: unknown[]) => log.write(said.join(' ')));
  store = await openTestStore({ LOG_LEVEL: 'trace' }, { log });
});
afterAll(async () => {
  await store.close();
  vi.restoreAllMocks();
});

/** Sends a request that carries all of them. */
function ask(method: string, path: string, headers: Record<string, string> = {}, payload?: object | string) {
  const url = `${path}${path.includes('?') ? '&' : '?'}token=${CANARY.password}&to=${CANARY.email}`;
  return store.app.inject({
    method: method as 'GET',
    url,
    headers: { ...headers, ...(typeof payload === 'string' ? { 'content-type': 'application/json' } : {}) },
    ...(payload === undefined ? {} : { payload }),
  });
}

/** A mail server that refuses every recipient, naming the address. */
async function refusingMailServer(): Promise<{ url: string; asked: string[]; close(): void }> {
  const asked: string[] = [];
  const server = createServer((socket: Socket) => {
    socket.on('error', () => undefined);
    socket.write('220 test\r\n');
    socket.on('data', (chunk) => {
      for (const line of chunk.toString().split('\r\n').filter(Boolean)) {
        if (/^EHLO/i.test(line)) socket.write('250-test\r\n250 AUTH PLAIN\r\n');
        else if (/^AUTH/i.test(line)) socket.write('235 welcome\r\n');
        else if (/^RCPT/i.test(line)) {
          asked.push(line);
          socket.write(`550 5.1.1 ${line.slice(8)} unknown here\r\n`);
        } else socket.write('250 ok\r\n');
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return {
    url: `smtp://store:${CANARY.mailPassword}@127.0.0.1:${port}`,
    asked,
    close: () => void server.close(),
  };
}

test('no log line contains a secret, in success or failure [T35]', async () => {
  const { app, db } = store;
  const client = cardClient(store);
  const { email, password, newPassword, phone } = CANARY;
  const secrets = Object.values(CANARY);

  // Account, tokens, a wrong password and a reset.
  const cookie = cookieOf(await provider(app, '/sign-up/email', { name: 'Kanari', email, password }));
  await ask('POST', '/api/users', { cookie }, { name: 'Kanari', email, userCategory: 'Buyer' });
  const { accessToken } = (await ask('GET', `/api/jwt?email=${email}`, { cookie })).json();
  const mine = { authorization: `Bearer ${accessToken}`, cookie };
  await provider(app, '/sign-in/email', { email, password: newPassword });
  await provider(app, '/request-password-reset', { email });
  const token = await vi.waitFor(async () => {
    const found = /\/reset\?token=([\w-]+)/.exec((await app.inject('/sandbox/outbox/')).body)?.[1];
    if (!found) throw new Error('no letter yet');
    return found;
  }, 10_000);
  secrets.push(token, accessToken, decodeURIComponent(cookie.split('=')[1] ?? ''), cookie.split('=')[1] ?? '');

  // A sale, by card.
  const seller = await store.as('seller');
  const categoryId = await aCategory(db);
  const list = async () =>
    (
      await ask(
        'POST',
        '/api/products',
        { authorization: `Bearer ${seller.token}` },
        { ...aProduct(categoryId), phone },
      )
    ).json().insertedId;
  const book = async (itemId: string) => ask('POST', '/api/bookings', mine, { itemId, phone, location: 'Mirpur 10' });
  const { insertedId: bookingId } = (await book(await list())).json();
  const prepared = (await ask('POST', '/api/create-payment-intent', mine, { bookingId, itemPrice: 6500 })).json();
  secrets.push(prepared.clientSecret, store.cards.secretKey, store.cards.webhookSecret);
  const form = new URLSearchParams({ type: 'card', 'card[number]': CANARY.card, 'card[cvc]': '123' });
  form.set('card[exp_month]', '12');
  form.set('card[exp_year]', '2031');
  const method = await fetch(`${store.address}/sandbox/stripe/v1/payment_methods`, {
    method: 'POST',
    headers: { authorization: `Bearer ${store.cards.publishableKey}` },
    body: form,
  }).then((answer) => answer.json());
  const transactionId = await client.pay(prepared, method.id);
  expect((await ask('POST', '/api/payments', mine, { bookingId, transactionId })).statusCode).toBe(200);
  await ask('GET', `/api/bookings?email=${email}`, mine);
  await ask('GET', `/api/users/buyer/${email}`, mine);
  await ask('GET', `/api/users/buyer/${encodeURIComponent(email)}`, mine);

  // Refused requests.
  const refused = [
    await ask('POST', '/api/bookings', mine, `{"password":"${password}","phone":"${phone}",`),
    await ask('POST', '/api/bookings', mine, { itemId: email, phone: `${phone}x`, location: password }),
    await ask('GET', `/api/users/admin/${email}/${phone}/${CANARY.card}`, mine),
    await ask('GET', '/api/me', { authorization: `Bearer ${accessToken}x` }),
    await ask('GET', `/api/users/buyer/%ff${email}`, mine),
    await provider(app, '/reset-password', { token: `${token}x`, newPassword }),
    await ask('POST', '/api/payments/webhook', { 'stripe-signature': password }, { email }),
  ];
  for (const answer of refused) expect(answer.statusCode).toBeGreaterThanOrEqual(400);

  // Failures: of the provider, then of the database, whose error details contain the row.
  await client.injectFaults({ api: [{ kind: 'error-before', on: 'POST /v1/payment_intents', times: 4 }] });
  const held = (await book(await list())).json().insertedId;
  expect((await ask('POST', '/api/create-payment-intent', mine, { bookingId: held, itemPrice: 6500 })).statusCode).toBe(
    503,
  );
  await sql`alter table bookings add constraint kanari check (phone <> ${sql.lit(phone)}) not valid`.execute(db);
  await sql`alter table contact_messages add constraint kanari check (email <> ${sql.lit(email)})`.execute(db);
  const failed = [
    await book(await list()),
    await ask('POST', '/api/contact', {}, { name: 'Kanari', email, subject: 'other', message: `${phone} ${password}` }),
  ];
  await sql`alter table sessions rename to gone`.execute(db);
  failed.push(await ask('GET', '/api/me', mine), await provider(app, '/sign-in/email', { email, password }));
  await sql`alter table gone rename to sessions`.execute(db);
  expect(failed.map((answer) => answer.statusCode)).toEqual([500, 500, 500, 500]);

  // An e-mail that cannot be delivered.
  const mailServer = await refusingMailServer();
  const other = await openTestStore({ LOG_LEVEL: 'trace', SMTP_URL: mailServer.url }, { log });
  await provider(other.app, '/sign-up/email', { name: 'Kanari', email, password });
  await vi.waitFor(() => expect(lines.join('')).toContain('A mail was dropped because of its address'), 10_000);
  await other.close();
  mailServer.close();
  expect(mailServer.asked).toContain(`RCPT TO:<${email}>`);

  const written = lines.join('\n');
  expect(lines.length).toBeGreaterThan(100);
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(8);
    for (const form of [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64').slice(0, -4)])
      expect(lines.find((line) => line.includes(form))).toBeUndefined();
  }
  // The log names the error and the request id that people see.
  expect(written).toContain('violates check constraint');
  for (const answer of [...refused.filter((one) => one.json().instance), ...failed.slice(0, 3)])
    expect(written).toContain(`"reqId":"${answer.json().instance}"`);
});

test('each log line is JSON, and each problem contains its request id', async () => {
  const answer = await store.app.inject('/api/nothing?token=abc');
  expect(answer.json().instance).toBe(answer.headers['x-request-id']);
  const own = lines.filter((line) => line.startsWith('{'));
  for (const line of own) expect(() => JSON.parse(line), line).not.toThrow();
  const mine = own.map((line) => JSON.parse(line)).filter((line) => line.reqId === answer.json().instance);
  expect(mine.map((line) => line.req?.path ?? line.res?.status)).toEqual(['/api/nothing', 404]);
});
