import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { form } from '../../../../tests/support/provider-store.ts';
import { openRecordingStore } from '../../../../tests/support/recording-store.ts';
import { allRows } from '../../../../tests/support/rows.ts';
import { selfSigned } from '../../../../tests/support/self-signed.ts';
import { CERTIFICATE_URL, type SnsFields, signSns, TOPIC } from '../../../../tests/support/sns-messages.ts';
import { invoiceOf } from './providers/answer.ts';

const amazon = selfSigned('sns.amazonaws.com');
const certificates: Record<string, string> = { [CERTIFICATE_URL]: amazon.pem };
const providerStore = await openRecordingStore(
  { BKASH_TOPIC_ARN: TOPIC },
  {
    nameOf: ({ href }) => href,
    answer({ href, hostname }) {
      if (!/amazonaws|example/.test(hostname)) return undefined;
      return new Response(certificates[href] ?? '', { status: certificates[href] ? 200 : 404 });
    },
  },
);
const { store, faults, book, choose, stateOf, payAt, sslcommerz, asked, messages, standIns } = providerStore;

/** The rows that name a booking: the job of each minute may change those of others. */
const rowsOf = async (id: string) => (await allRows(store.db)).filter((row) => row.includes(id));
const polls = () => asked.filter((url) => !url.includes('token/'));
const sendSns = (message: SnsFields, remoteAddress = '198.51.100.9') =>
  store.app.inject({
    method: 'POST',
    remoteAddress,
    url: '/api/payments/bkash/webhook',
    headers: { 'content-type': 'text/plain; charset=UTF-8' },
    payload: JSON.stringify(message),
  });
const sendIpn = (fields: Record<string, string>) =>
  store.app.inject({ method: 'POST', url: '/api/payments/sslcommerz/ipn', ...form(fields) });

/** Begins a bKash payment that the store executed without hearing the answer. */
async function executedUnheard() {
  const id = await book();
  const comeBack = await payAt('bkash', await choose(id, 'bkash'));
  const calls = [
    { kind: 'cut-after', on: 'execute' },
    { kind: 'error-before', on: 'payment/status' },
  ];
  faults.bkash.addAll({ calls });
  await comeBack();
  const { booking, payments } = await stateOf(id);
  expect(booking).toBe('held');
  asked.length = 0;
  return { id, about: { Message: JSON.stringify({ paymentID: payments[0]?.intent }) } };
}

describe('a message of bKash', () => {
  test.each(['1', '2'] as const)('with a right signature of version %s leads to a poll', async (version) => {
    const { id, about } = await executedUnheard();
    const message = signSns(amazon, { ...about, Subject: 'Payment' }, version);
    expect((await sendSns(message)).statusCode).toBe(200);
    expect(await stateOf(id)).toMatchObject({ booking: 'paid', payments: [{ state: 'succeeded' }] });
  });

  test('that was sent before has no effect, and asks nothing about a payment that has ended', async () => {
    const { id, about } = await executedUnheard();
    const message = signSns(amazon, about);
    await sendSns(message);
    const before = await rowsOf(id);
    asked.length = 0;
    expect((await sendSns(message)).statusCode).toBe(200);
    expect([polls(), await rowsOf(id)]).toEqual([[], before]);
    const old = signSns(amazon, { ...about, Timestamp: new Date(Date.now() - 61 * 60_000).toISOString() });
    expect((await sendSns(old)).statusCode).toBe(400);
  });

  test('with a forged signature is refused, and costs no poll of bKash', async () => {
    const { id, about } = await executedUnheard();
    const before = await rowsOf(id);
    const good = signSns(amazon, { ...about, Subject: 'Payment' });
    const other = JSON.stringify({ paymentID: 'TR0011other' });
    const forgeries: SnsFields[] = [
      signSns(selfSigned('sns.amazonaws.com'), about),
      { ...good, Message: other },
      { ...good, MessageId: crypto.randomUUID() },
      { ...good, Subject: 'Other' },
      { ...good, Timestamp: new Date(Date.now() - 1000).toISOString() },
      { ...good, SignatureVersion: '2' },
      { ...good, Signature: '' },
      { ...good, Type: 'UnsubscribeConfirmation' },
      signSns(amazon, { ...about, TopicArn: `${TOPIC}2` }),
      signSns(amazon, { ...about, Timestamp: 'today' }),
    ];
    for (const forgery of forgeries) expect((await sendSns(forgery)).statusCode).toBe(400);
    expect([polls().filter((url) => url !== CERTIFICATE_URL), await rowsOf(id)]).toEqual([[], before]);
  });

  test.each([
    'http://sns.ap-southeast-1.amazonaws.com/a.pem',
    'https://sns.ap-southeast-1.amazonaws.com.example/a.pem',
    'https://sns.example/a.pem',
    'https://example/sns.ap-southeast-1.amazonaws.com/a.pem',
    'https://sns.ap-southeast-1.amazonaws.com@example/a.pem',
    'https://s3.ap-southeast-1.amazonaws.com/a.pem',
    'https://sns.ap-southeast-1.amazonaws.com:8443/a.pem',
    'https://sns.ap-southeast-1.amazonaws.com/a.txt',
  ])('with a certificate at %s is refused', async (url) => {
    const { about } = await executedUnheard();
    const theirs = selfSigned('sns.amazonaws.com');
    certificates[url] = theirs.pem;
    expect((await sendSns(signSns(theirs, { ...about, SigningCertURL: url }))).statusCode).toBe(400);
    expect(polls()).toEqual([]);
  });

  test('reaches Amazon although another network names certificates that Amazon does not have', async () => {
    const at = CERTIFICATE_URL.replace('-1.pem', '-3.pem');
    certificates[at] = amazon.pem;
    const { id, about } = await executedUnheard();
    const forge = (n: number) =>
      sendSns(signSns(amazon, { SigningCertURL: CERTIFICATE_URL.replace('-1.pem', `-x${n}.pem`) }), '203.0.113.7');
    const answers = [];
    for (let n = 0; n < 11; n += 1) answers.push((await forge(n)).statusCode);
    expect(answers.at(-1)).toBe(429);
    expect((await sendSns(signSns(amazon, { ...about, SigningCertURL: at }))).statusCode).toBe(200);
    expect((await stateOf(id)).booking).toBe('paid');
  });

  test('with an expired certificate is refused', async () => {
    const { about } = await executedUnheard();
    const expired = selfSigned('sns.amazonaws.com', -1);
    const url = CERTIFICATE_URL.replace('-1.pem', '-2.pem');
    certificates[url] = expired.pem;
    expect((await sendSns(signSns(expired, { ...about, SigningCertURL: url }))).statusCode).toBe(400);
    expect(polls()).toEqual([url]);
  });

  test('that names no payment of the store, or nothing, changes nothing', async () => {
    const { id } = await executedUnheard();
    for (const Message of ['{"paymentID":"TR0011unknown"}', '{"paymentID":7}', 'no JSON', '[]'])
      expect((await sendSns(signSns(amazon, { Message }))).statusCode).toBe(200);
    expect(await stateOf(id)).toMatchObject({ booking: 'held', payments: [{ state: 'created' }] });
  });

  /** Returns a message of bKash about a payment: it names no payment, but its transaction and the number of the store. */
  async function transactionOf(id: string) {
    const trxID = await standIns.transactionOfLast();
    const named = { trxID, merchantInvoiceNumber: invoiceOf(id, 0), transactionStatus: 'Completed' };
    return { trxID, message: signSns(amazon, { Message: JSON.stringify({ ...named, debitMSISDN: '8801929918378' }) }) };
  }

  test('that names the transaction and the booking finds a capture that the store did not hear of', async () => {
    const { id } = await executedUnheard();
    await sql`update payments set state = 'cancelled', confirming_at = null where booking_id = ${id}`.execute(store.db);
    const { message, trxID } = await transactionOf(id);
    expect((await sendSns(message)).statusCode).toBe(200);
    expect(await stateOf(id)).toMatchObject({ booking: 'paid', payments: [{ state: 'succeeded' }] });
    const numbers = store.db.selectFrom('payments').select('transaction_id').where('booking_id', '=', id);
    expect(await numbers.execute()).toEqual([{ transaction_id: trxID }]);
    asked.length = 0;
    expect((await sendSns(message)).statusCode).toBe(200);
    expect(polls()).toEqual([]);
  });

  test('about a payment that a restore lost tells the admins once of its money, which bKash proves [17.8]', async () => {
    const { id } = await executedUnheard();
    await sql`delete from payments where booking_id = ${id}`.execute(store.db);
    const { message, trxID } = await transactionOf(id);
    for (const _ of [1, 2]) expect((await sendSns(message)).statusCode).toBe(200);
    expect(polls().filter((url) => url.endsWith('searchTransaction'))).toHaveLength(1);
    const noted = store.db.selectFrom('unknown_captures').select('amount_poisha').where('intent', '=', trxID);
    expect(await noted.execute()).toEqual([{ amount_poisha: 650_000 }]);
    expect(await stateOf(id)).toMatchObject({ booking: 'held', payments: [] });
  });

  test('about a transaction that bKash does not have changes nothing', async () => {
    const { id } = await executedUnheard();
    const named = { trxID: 'AAAAAAAAAA', merchantInvoiceNumber: invoiceOf(await book(), 0) };
    expect((await sendSns(signSns(amazon, { Message: JSON.stringify(named) }))).statusCode).toBe(200);
    expect(await stateOf(id)).toMatchObject({ booking: 'held', payments: [{ state: 'created' }] });
    const noted = store.db.selectFrom('unknown_captures').select('intent').where('intent', '=', named.trxID);
    expect(await noted.execute()).toEqual([]);
  });

  test('confirms the subscription of its topic at Amazon, and nowhere else', async () => {
    const at = 'https://sns.ap-southeast-1.amazonaws.com/?Action=ConfirmSubscription&Token=abc';
    certificates[at] = '<ConfirmSubscriptionResponse/>';
    const confirm = (SubscribeURL: string) =>
      sendSns(signSns(amazon, { Type: 'SubscriptionConfirmation', Token: 'abc', SubscribeURL }));
    expect((await confirm(at)).statusCode).toBe(200);
    expect(polls()).toEqual([at]);
    asked.length = 0;
    await confirm('https://example/?Action=ConfirmSubscription');
    expect(polls()).toEqual([]);
  });
});

const md5 = (text: string) => createHash('md5').update(text).digest('hex');
/** Signs the named fields as SSLCommerz does. */
function signIpn(fields: Record<string, string>, names = Object.keys(fields), password = 'store-password') {
  const signed = names.map((name) => `${name}=${fields[name]}`);
  const all = [...signed, `store_passwd=${md5(password)}`].sort();
  return { ...fields, verify_key: names.join(','), verify_sign: md5(all.join('&')) };
}

describe('a message of SSLCommerz', () => {
  /** Returns the genuine message about a payment that the store does not know yet. */
  async function genuine() {
    const id = await book();
    const url = await choose(id, 'sslcommerz');
    // The message is lost on its way: the test sends it.
    faults.sslcommerz.addAll({ calls: [{ kind: 'error-before', on: 'query' }] });
    await payAt('sslcommerz', url);
    await sslcommerz.settled();
    const [message = {}] = messages;
    expect(message.status).toBe('VALID');
    expect((await stateOf(id)).booking).toBe('held');
    asked.length = 0;
    return { id, message };
  }

  test('makes the sale once; sent again it changes nothing', async () => {
    const { id, message } = await genuine();
    expect((await sendIpn(message)).statusCode).toBe(200);
    expect((await stateOf(id)).booking).toBe('paid');
    const before = await rowsOf(id);
    for (const _ of [1, 2, 3]) expect((await sendIpn(message)).statusCode).toBe(200);
    expect(await rowsOf(id)).toEqual(before);
  });

  test('with a forged verify_sign is refused, and costs no poll', async () => {
    const { id, message } = await genuine();
    const other = await book();
    await choose(other, 'sslcommerz');
    const [{ intent: otherNumber = '' } = {}] = (await stateOf(other)).payments;
    // The job of each minute asks about no payment of an earlier test.
    await sql`update payments set created_at = now(), ask_again_at = null`.execute(store.db);
    asked.length = 0;
    const before = await rowsOf(id);
    const { verify_sign: sign = '', verify_key: key = '', ...fields } = message;
    const forgeries = [
      { ...message, verify_sign: '' },
      fields,
      { ...message, verify_sign: sign.toUpperCase() },
      { ...message, verify_sign: md5(sign) },
      { ...message, amount: '1.00' },
      { ...message, status: 'FAILED' },
      { ...message, tran_id: otherNumber },
      { ...message, verify_key: key.replace('tran_id,', '').replace(',tran_id', ''), tran_id: otherNumber },
      signIpn({ ...fields, tran_id: otherNumber }, undefined, 'guess'),
      signIpn({ ...fields, tran_id: otherNumber }, ['amount', 'status']),
      signIpn({ ...fields, tran_id: otherNumber }, ['amount', 'tran_id']),
      signIpn({ ...fields, tran_id: `${otherNumber}' or 1=1` }),
    ];
    for (const forgery of forgeries) expect((await sendIpn(forgery)).statusCode).toBe(400);
    expect([polls(), await rowsOf(id)]).toEqual([[], before]);
    expect((await stateOf(id)).booking).toBe('held');
  });

  test('with a right signature is no proof: SSLCommerz is asked for the amount', async () => {
    const id = await book();
    await choose(id, 'sslcommerz');
    const [{ intent: tran_id = '' } = {}] = (await stateOf(id)).payments;
    const fields = { tran_id, status: 'VALID', amount: '6500.00', currency: 'BDT', val_id: 'made-up', risk_level: '0' };
    expect((await sendIpn(signIpn(fields))).statusCode).toBe(200);
    expect(await stateOf(id)).toMatchObject({ booking: 'held', payments: [{ state: 'created' }] });
  });
});
