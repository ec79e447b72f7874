import type { JobHelpers } from 'graphile-worker';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { cancelBooking, getBooking, getSale } from '#modules/bookings/contract.ts';
import { openDispute } from '#modules/disputes/contract.ts';
import { createMailer } from '#platform/mail/mailer.ts';
import { cardClient } from '../../../../tests/support/card-client.ts';
import { openMailServer } from '../../../../tests/support/mail-server.ts';
import { untilIdle } from '../../../../tests/support/rows.ts';
import { openSales, type Sales } from '../../../../tests/support/sales.ts';
import { ORIGIN, openTestStore, type TestStore } from '../../../../tests/support/test-store.ts';
import * as calls from '../contract.ts';
import { orderEmailTask } from './order-emails.job.ts';

let store: TestStore;
let sales: Sales;
beforeAll(async () => {
  store = await openTestStore();
  sales = await openSales(store, cardClient(store));
});
afterAll(() => store.close());

/** Returns the demo's outbox as text, once every e-mail is sent. */
async function outbox(): Promise<string> {
  await untilIdle(store.db);
  const { body } = await store.app.inject('/sandbox/outbox/');
  return body.replace(/<[^>]+>/g, ' ').replaceAll('&#39;', "'");
}
const countOf = async (said: string) => (await outbox()).split(said).length - 1;
const runDeadlines = () => sql`select graphile_worker.add_job('booking-deadlines')`.execute(store.db);

test('the seller is told of a booking, and both sides of a payment, without code, phone and surname', async () => {
  const { prepared, ...booked } = await sales.book();
  const { bookingId } = booked;
  expect(await outbox()).toContain('Ayesha booked Coach pram');
  await sales.pay(booked, prepared);
  const { handover } = await sales.buyer.api.send(getBooking, { params: { id: bookingId } });
  const mails = await outbox();
  expect(mails).toMatch(/Paid: Coach pram\. Meet by/);
  expect(mails).toContain('Pick-up code ready: Coach pram');
  expect(mails).toContain(`/dashboard/myorders/${bookingId}`);
  expect(mails).toContain(`/dashboard/mybuyers/${bookingId}`);
  for (const secret of [handover?.code ?? '', '01712345678', 'Rahman', 'Karim']) expect(mails).not.toContain(secret);
});

test('a person with a language gets one e-mail in it', async () => {
  await store.db.updateTable('users').set({ language: 'bn' }).where('id', '=', sales.buyer.id).execute();
  const { bookingId } = await sales.sell();
  await sales.seller.api.send(calls.handOver, { params: { bookingId }, body: { withoutCode: true } });
  const mails = await outbox();
  expect(mails).toContain('জিনিস কি পেয়েছেন: Coach pram?');
  expect(mails).not.toContain('Did you get Coach pram?');
  await store.db.updateTable('users').set({ language: 'en' }).where('id', '=', sales.buyer.id).execute();
});

test('a call-off is told to the other side only, without the words of the person', async () => {
  const { bookingId } = await sales.sell();
  const before = await countOf('Called off: Coach pram');
  await sales.seller.api.send(calls.callOff, { params: { id: bookingId }, body: { reason: 'The wheel broke today.' } });
  const mails = await outbox();
  expect(mails).toMatch(/The reason is on the page below\.\s+All of the money goes back the way it came\./);
  expect(mails).not.toContain('The wheel broke');
  expect((await countOf('Called off: Coach pram')) - before).toBe(1);
});

test('a buyer who cancels an unpaid booking is on the record of both sides, and the seller is told', async () => {
  const { bookingId } = await sales.book();
  const before = await countOf('Called off: Coach pram');
  await sales.buyer.api.send(cancelBooking, { params: { id: bookingId } });
  const orders = [
    await sales.buyer.api.send(getBooking, { params: { id: bookingId } }),
    await sales.seller.api.send(getSale, { params: { bookingId } }),
  ];
  for (const { timeline } of orders)
    expect(timeline.at(-1)).toMatchObject({ step: 'called_off', by: 'buyer', reason: 'cancelledUnpaid' });
  expect((await countOf('Called off: Coach pram')) - before).toBe(1);
  expect(await outbox()).toContain('Coach pram was called off. Cancelled before payment');
});

test('an e-mail about a deadline that no longer runs is not sent', async () => {
  const { bookingId } = await sales.sell();
  const bookings = await countOf('Ayesha booked Coach pram');
  const asked = await countOf('Did you get Coach pram?');
  const emails = [
    { bookingId, event: 'booked', to: 'seller' },
    { bookingId, event: 'asked', to: 'buyer' },
  ];
  await sales.seller.api.send(calls.callOff, { params: { id: bookingId }, body: { reason: 'The wheel broke.' } });
  for (const email of emails)
    await sql`select graphile_worker.add_job('order-email', ${JSON.stringify(email)}::json)`.execute(store.db);
  expect([await countOf('Ayesha booked Coach pram'), await countOf('Did you get Coach pram?')]).toEqual([
    bookings,
    asked,
  ]);
});

test('cash and card chosen in turn tell the seller once of cash', async () => {
  const { bookingId } = await sales.book();
  const choose = (method: 'cash' | 'card') =>
    sales.buyer.api.send(calls.chooseMethod, { params: { id: bookingId }, body: { method } });
  const before = await countOf('Cash at pick-up: Coach pram');
  for (const method of ['cash', 'card', 'cash', 'card', 'cash'] as const) await choose(method);
  expect((await countOf('Cash at pick-up: Coach pram')) - before).toBe(1);
});

test('an e-mail of cash that is late, and is no longer true, is sent when cash is chosen again', async () => {
  const { bookingId } = await sales.book();
  const choose = (method: 'cash' | 'card') =>
    sales.buyer.api.send(calls.chooseMethod, { params: { id: bookingId }, body: { method } });
  const send = (event: string, to: string) =>
    sql`select graphile_worker.add_job('order-email', ${JSON.stringify({ bookingId, event, to })}::json)`.execute(
      store.db,
    );
  const said = ['Cash at pick-up: Coach pram', 'Less than two hours to pay: Coach pram', 'Ayesha booked Coach pram'];
  const counts = async () => {
    const mails = await outbox();
    return said.map((text) => mails.split(text).length - 1);
  };
  await choose('cash');
  await choose('card');
  await outbox();
  // As if the e-mail had not been sent yet.
  await sql`update bookings set cash_told_at = null where id = ${bookingId}`.execute(store.db);
  const before = await counts();
  await send('cash', 'seller');
  expect(await counts()).toEqual(before);
  await choose('cash');
  for (const [event, to] of [
    ['holdEnds', 'buyer'],
    ['booked', 'seller'],
    ['cash', 'seller'],
  ] as const)
    await send(event, to);
  const [cash = 0, ...others] = before;
  expect(await counts()).toEqual([cash + 1, ...others]);
});

test('a refused act sends nothing', async () => {
  const { bookingId } = await sales.book();
  const before = await countOf('Handed over: Coach pram');
  await sales.seller.api
    .send(calls.handOver, { params: { bookingId }, body: { code: '123456' } })
    .catch((problem) => expect(problem.status).toBe(409));
  expect(await countOf('Handed over: Coach pram')).toBe(before);
});

test('a hold that ends within two hours is reminded once, and a fresh one is not', async () => {
  const buyer = await store.as('buyer', 'Mina Das');
  const { bookingId } = await sales.book(buyer);
  await runDeadlines();
  expect(await countOf('Less than two hours to pay: Coach pram')).toBe(0);
  await sql`update bookings set created_at = now() - interval '23 hours', hold_until = now() + interval '1 hour' where id = ${bookingId}`.execute(
    store.db,
  );
  for (let run = 0; run < 2; run += 1) {
    await runDeadlines();
    await vi.waitFor(async () => expect(await countOf('Less than two hours to pay: Coach pram')).toBe(1), 10_000);
  }
  // Cash moves the end away, and the card brings it back.
  for (const method of ['cash', 'card'] as const)
    await buyer.api.send(calls.chooseMethod, { params: { id: bookingId }, body: { method } });
  await runDeadlines();
  expect(await countOf('Less than two hours to pay: Coach pram')).toBe(1);
});

test('a hold that a change of the method cuts short is reminded once', async () => {
  const buyer = await store.as('buyer', 'Mitu Sen');
  const { bookingId } = await sales.book(buyer);
  const choose = (method: 'cash' | 'card') =>
    buyer.api.send(calls.chooseMethod, { params: { id: bookingId }, body: { method } });
  const before = await countOf('Less than two hours to pay: Coach pram');
  await choose('cash');
  await sql`update bookings set created_at = now() - interval '22.5 hours', hold_until = now() + interval '49.5 hours'
    where id = ${bookingId}`.execute(store.db);
  await choose('card');
  for (let run = 0; run < 2; run += 1) {
    await runDeadlines();
    await vi.waitFor(
      async () => expect(await countOf('Less than two hours to pay: Coach pram')).toBe(before + 1),
      10_000,
    );
  }
});

test('both sides are reminded once of a cash booking that ends within two hours', async () => {
  const buyer = await store.as('buyer', 'Nadia Islam');
  const { bookingId } = await sales.book(buyer);
  const remind = async () => {
    await runDeadlines();
    return countOf('Less than two hours to meet: Coach pram');
  };
  // The reminder to pay by card does not count.
  await sql`update bookings set reminded_at = now() where id = ${bookingId}`.execute(store.db);
  await buyer.api.send(calls.chooseMethod, { params: { id: bookingId }, body: { method: 'cash' } });
  expect(await remind()).toBe(0);
  await sql`update bookings set created_at = now() - interval '70.5 hours', hold_until = now() + interval '1.5 hours',
    reminded_at = now() - interval '47 hours' where id = ${bookingId}`.execute(store.db);
  for (let run = 0; run < 2; run += 1) expect(await remind()).toBe(2);
  const mails = await outbox();
  expect(mails).toMatch(/You have until .+ to meet Nadia, for Tk\s6,500 in cash\./);
  expect(mails).toMatch(/You have until .+ to meet Sadia, .+ After that, others can book Coach pram\./);
  // The way of paying may change and change back, at the end of the time to pay.
  for (const method of ['card', 'cash'] as const)
    await buyer.api.send(calls.chooseMethod, { params: { id: bookingId }, body: { method } });
  expect(await remind()).toBe(2);
});

test('the seller is told of a complaint, without its words', async () => {
  const { bookingId } = await sales.sell();
  const { handover } = await sales.buyer.api.send(getBooking, { params: { id: bookingId } });
  await sales.seller.api.send(calls.handOver, { params: { bookingId }, body: { code: handover?.code ?? '' } });
  await sales.buyer.api.send(openDispute, {
    params: { id: bookingId },
    body: { reason: 'damaged', text: 'The rim is cracked on both sides.', want: 'refund' },
  });
  const mails = await outbox();
  expect(mails).toContain('Ayesha reports a problem with Coach pram');
  expect(mails).toContain('Read what Ayesha wrote about Coach pram and answer in time. No answer means you agree.');
  expect(mails).not.toContain('The rim is cracked');
});

test('both sides are reminded of a pick-up that nears its end', async () => {
  const { bookingId } = await sales.sell();
  await sql`update bookings set pickup_until = now() + interval '1 day', pickup_ends_at = now() + interval '8 days' where id = ${bookingId}`.execute(
    store.db,
  );
  await runDeadlines();
  await vi.waitFor(async () => expect(await countOf('Little time to meet: Coach pram')).toBe(2), 10_000);
});

test.each([
  ['is not repeated after a rejected address', 'RCPT', '550 5.1.1 no such mailbox', true],
  ['is repeated after a refused sign-in at the mail server', 'AUTH', '535 wrong password', false],
])('an e-mail about a booking %s', async (_name, command, reply, ends) => {
  const { bookingId } = await sales.book();
  const server = await openMailServer({ command, reply });
  const mailer = createMailer({ from: 'no-reply@example.com', smtpUrl: server.url });
  const words = { en: 'Dolna', bn: 'দোলনা' };
  const task = orderEmailTask({ db: store.db, mailer, productName: words, currencyLabel: words, origin: ORIGIN });
  const logged: string[] = [];
  const helpers = { logger: { error: (line: string) => logged.push(line) } } as unknown as JobHelpers;
  const [outcome] = await Promise.allSettled([task({ bookingId, event: 'booked', to: 'seller' }, helpers)]);
  mailer.close();
  server.close();
  expect([outcome.status, logged.length]).toEqual(ends ? ['fulfilled', 1] : ['rejected', 0]);
});
