import { bookingOf, invoiceOf, keptFields, poishaOf, takaOf, transactionIdOf } from '../answer.ts';
import {
  type FindOptions,
  methodRefused,
  type NewPayment,
  type PaymentProvider,
  type ProviderRecord,
  type ProviderRefund,
  ProviderUnavailable,
  ProviderUnclear,
  type RefundOrder,
  RefundRefused,
} from '../provider.ts';
import { type BkashAnswer, type BkashCall, codeOf, createCalls, OK } from './bkash-api.ts';
import { OUTAGES, REFUSALS } from './bkash-codes.ts';
import type { BkashKeys } from './bkash-keys.ts';
import { createPayouts, readBalance } from './bkash-payouts.ts';
import { bkashRoutes } from './bkash-routes.ts';

/** The payment is not known. */
const UNKNOWN = new Set(['2002', '2004', '2033', '2040']);
/** Booking id of a record that was found by its transaction, or whose invoice number is not the store's. */
const UNKNOWN_BOOKING = 'unknown';
/** Age after which no execution of a payment is in progress. bKash documents no time; its requests time out after 30 s. */
const EXECUTION_MAX_MS = 60 * 60_000;
/** The status code of a refund query for a payment without a refund. */
const NO_REFUND = '2033';
/** Refusals of a refund after which nothing was returned. Any other code leaves the outcome unknown. */
const NOT_RETURNED = new Set(['2002', '2006', '2007', '2023', '2026', '2028', '2033', '2034', '2035', '2065', '2071']);

/**
 * Returns bKash, by its checkout page (https://developer.bka.sh). A payment takes money only when the store executes
 * it, and only once. So a payment that the store ends can never be paid.
 */
export function connectBkash(keys: BkashKeys): PaymentProvider {
  const call = createCalls(keys);
  const find = (id: string, options?: FindOptions) => findPayment(call, id, options);
  return {
    name: 'bkash',
    method: 'bkash',
    sandbox: keys.sandbox,
    needsRefundRequests: false,
    takesOnConfirm: true,
    refundsOnce: true,
    begin: (payment) => createPayment(call, payment),
    confirm: (id) => executePayment(call, id),
    find,
    findTransaction: (trxID) => findCapture(call, trxID),
    // A payment that is not executed takes nothing.
    cancel: async () => true,
    refund: (order) => refundPayment(call, order),
    refundState: (id, { ref }) => readRefundState(call, id, ref),
    ...(keys.paysOut && { payouts: createPayouts(call), balance: () => readBalance(call) }),
    routes: (app, callbacks) => bkashRoutes(app, callbacks, keys.topicArn),
  };
}

async function createPayment(call: BkashCall, payment: NewPayment) {
  if (payment.currency !== 'bdt') throw methodRefused('bKash takes BDT only');
  const request = {
    mode: '0011',
    payerReference: payment.bookingId,
    callbackURL: `${payment.origin}/api/payments/bkash/return`,
    amount: takaOf(payment.amount),
    currency: 'BDT',
    intent: 'sale',
    merchantInvoiceNumber: invoiceOf(payment.bookingId, payment.attempt),
  };
  const answer = await call('create', request).catch((error) => {
    throw error instanceof ProviderUnavailable ? unavailable(error) : error;
  });
  const { paymentID: reference, bkashURL: redirectUrl } = answer;
  if (OUTAGES.has(codeOf(answer))) throw unavailable(`bKash answered ${codeOf(answer)}`);
  if (codeOf(answer) !== OK) throw methodRefused(`bKash answered ${codeOf(answer) || 'nothing'}`);
  if (!reference || !redirectUrl || !/^https?:\/\//.test(redirectUrl))
    throw new ProviderUnclear('bKash returned no page URL');
  return { reference, redirectUrl };
}

/** No page was made, so nothing can be paid. */
function unavailable(cause: unknown): ProviderUnavailable {
  return new ProviderUnavailable(cause, 'pay.bkashUnavailable');
}

/**
 * Takes the money once. The payment's state decides. While it is open, only a refusal or its age shows that none was taken.
 */
async function executePayment(call: BkashCall, paymentID: string) {
  let code = '';
  try {
    code = codeOf(await call('execute', { paymentID }));
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
  }
  const record = await findPayment(call, paymentID);
  if (record && record.state !== 'open') return record;
  const refusal = REFUSALS.get(code) ?? (record && isOver(record) ? 'ended' : undefined);
  if (!refusal) throw new ProviderUnclear(`bKash answered the execution with ${code || 'nothing'}`);
  return record && { ...record, state: 'failed' as const, refusal };
}

function isOver({ at }: ProviderRecord): boolean {
  return at > UNKNOWN_TIME && Date.now() - at.getTime() > EXECUTION_MAX_MS;
}

async function findPayment(
  call: BkashCall,
  paymentID: string,
  { all = false }: FindOptions = {},
): Promise<ProviderRecord | undefined> {
  const answer = await call('payment/status', { paymentID });
  if (UNKNOWN.has(codeOf(answer))) return undefined;
  if (codeOf(answer) !== OK || answer.paymentID !== paymentID)
    throw new ProviderUnclear(`bKash answered ${codeOf(answer)}`);
  const record = recordOf(paymentID, answer);
  if (record.state !== 'succeeded' || !(all || isRefunded(answer))) return record;
  const refund = await findRefund(call, paymentID, answer.trxID ?? '');
  return refund ? { ...record, refunds: [refund] } : record;
}

const COMPLETED = 'Completed';
/** The fields to keep: without the wallet's number. */
const PAYMENT_FIELDS = [
  ...(['statusCode', 'transactionStatus', 'trxID', 'amount', 'currency', 'merchantInvoiceNumber'] as const),
  ...(['merchantInvoice', 'paymentCreateTime', 'paymentExecuteTime'] as const),
];

const REFUND_FIELDS = [
  ...(['statusCode', 'transactionStatus', 'originalTrxID', 'refundTrxID'] as const),
  ...(['amount', 'currency', 'completedTime'] as const),
];

function isRefunded({ transactionStatus }: BkashAnswer): boolean {
  return /refund/i.test(transactionStatus ?? '');
}

function recordOf(paymentID: string, answer: BkashAnswer): ProviderRecord {
  const { transactionStatus = '', currency = '', trxID } = answer;
  const invoice = answer.merchantInvoiceNumber ?? answer.merchantInvoice ?? '';
  const amount = poishaOf(answer.amount ?? '');
  if (!amount) throw new ProviderUnclear('bKash returned no amount');
  const isPaid = (transactionStatus === COMPLETED || isRefunded(answer)) && trxID !== undefined;
  return {
    provider: 'bkash',
    reference: paymentID,
    // A number that is not ours fits no booking.
    bookingId: bookingOf(invoice) ?? UNKNOWN_BOOKING,
    state: isPaid ? 'succeeded' : 'open',
    amount,
    received: isPaid ? amount : 0,
    transactionId: isPaid ? transactionIdOf(trxID) : undefined,
    currency: currency.toLowerCase(),
    description: invoice,
    at: timeOf(answer.paymentExecuteTime ?? answer.paymentCreateTime),
    refunds: [],
    disputes: [],
    answer: keptFields(answer, PAYMENT_FIELDS),
  };
}

/** Finds a captured transaction. bKash does not name its payment, so the record is of no booking: it cannot be refunded. */
async function findCapture(call: BkashCall, trxID: string): Promise<ProviderRecord | undefined> {
  const answer = await call('general/searchTransaction', { trxID });
  if (UNKNOWN.has(codeOf(answer))) return undefined;
  if (codeOf(answer) !== OK || answer.trxID !== trxID) throw new ProviderUnclear(`bKash answered ${codeOf(answer)}`);
  const record = recordOf(trxID, answer);
  const isCapture = /checkout/i.test(answer.transactionType ?? '') && record.state === 'succeeded';
  return isCapture ? { ...record, bookingId: UNKNOWN_BOOKING } : undefined;
}

const UNKNOWN_TIME = new Date(0);

/** bKash writes `2026-01-31T12:00:00:000 GMT+0600`. */
function timeOf(text: string | undefined): Date {
  const match = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?::\d{3})? GMT([+-]\d\d)(\d\d)$/.exec(text ?? '');
  return match ? new Date(`${match[1]}${match[2]}:${match[3]}`) : UNKNOWN_TIME;
}

/** Returns the refund of a payment, if there is one: a payment has at most one. */
async function findRefund(call: BkashCall, paymentID: string, trxID: string): Promise<ProviderRefund | undefined> {
  const answer = await call('payment/refund', { paymentID, trxID });
  return codeOf(answer) === NO_REFUND ? undefined : refundOf(answer);
}

function refundOf(answer: BkashAnswer): ProviderRefund {
  const { refundTrxID: ref, transactionStatus = '', completedTime } = answer;
  if (codeOf(answer) !== OK || !ref) throw new ProviderUnclear(`bKash reports the refund as ${codeOf(answer)}`);
  const amount = poishaOf(answer.amount ?? '');
  if (amount === undefined) throw new ProviderUnclear('bKash returned no refund amount');
  const hasFailed = /fail|cancel|reject/i.test(transactionStatus);
  const state = transactionStatus === COMPLETED ? 'succeeded' : hasFailed ? 'failed' : 'pending';
  return { ref, amount, state, at: timeOf(completedTime), answer: keptFields(answer, REFUND_FIELDS) };
}

async function readRefundState(call: BkashCall, paymentID: string, ref: string): Promise<ProviderRefund> {
  const made = await findRefund(call, paymentID, await transactionOf(call, paymentID));
  if (made?.ref !== ref) throw new ProviderUnclear(`bKash does not report the refund ${ref}`);
  return made;
}

async function transactionOf(call: BkashCall, paymentID: string): Promise<string> {
  const { trxID } = await call('payment/status', { paymentID });
  if (!trxID) throw new ProviderUnclear('bKash returned no transaction');
  return trxID;
}

/** bKash refuses an empty one, and the number of a payment may be unknown. */
const REFUND_SKU = 'item';

/** Queries the refund before it sends one: a refund that was made without an answer is not sent again. */
async function refundPayment(call: BkashCall, { record, amount }: RefundOrder): Promise<ProviderRefund> {
  const paymentID = record.reference;
  const trxID = await transactionOf(call, paymentID);
  const made = await findRefund(call, paymentID, trxID);
  if (made?.state === 'pending' || (made?.state === 'succeeded' && !record.refunds.some(({ ref }) => ref === made.ref)))
    return made;
  const answer = await call('payment/refund', {
    paymentID,
    trxID,
    amount: takaOf(amount),
    sku: REFUND_SKU,
    reason: 'refund',
  });
  const code = codeOf(answer);
  if (!NOT_RETURNED.has(code)) return refundOf(answer);
  // The refusal may concern a second refund: another run may have made the first one a moment ago.
  const other = await findRefund(call, paymentID, trxID);
  if (other && !record.refunds.some(({ ref }) => ref === other.ref)) return other;
  const kept = keptFields(answer, REFUND_FIELDS);
  throw new RefundRefused(`bKash refused the refund of ${paymentID}: ${code}`, { answer: kept });
}
