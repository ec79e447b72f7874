import { bookingOf, invoiceOf, keptFields, poishaOf, takaOf, transactionIdOf } from '../answer.ts';
import {
  type AcceptedRefund,
  methodRefused,
  type NewPayment,
  type PaymentProvider,
  type ProviderRecord,
  type ProviderRefund,
  ProviderUnclear,
  type RefundOrder,
  RefundRefused,
} from '../provider.ts';
import { createSslcommerzCalls, type RefundAnswer, type SslcommerzCalls, type Transaction } from './sslcommerz-api.ts';
import type { SslcommerzKeys } from './sslcommerz-keys.ts';
import { sslcommerzRoutes } from './sslcommerz-routes.ts';

/** Returns SSLCommerz, by its hosted page (https://developer.sslcommerz.com/doc/v4/). */
export function connectSslcommerz(keys: SslcommerzKeys): PaymentProvider {
  const calls = createSslcommerzCalls(keys);
  const find = (id: string) => findPayment(calls, id);
  return {
    name: 'sslcommerz',
    method: 'sslcommerz',
    sandbox: keys.sandbox,
    needsRefundRequests: true,
    begin: (payment) => openSession(calls, payment),
    confirm: find,
    find,
    // SSLCommerz has no call that closes a page.
    cancel: async () => false,
    refund: (order) => refundPayment(calls, order),
    refundState: (_, refund) => readRefundState(calls, refund),
    routes: (app, callbacks) => sslcommerzRoutes(app, callbacks, keys.storePassword),
  };
}

const NAME_MAX_CHARS = 50;

async function openSession(calls: SslcommerzCalls, payment: NewPayment) {
  const { bookingId, amount, currency, itemName, buyer, origin } = payment;
  const reference = invoiceOf(bookingId, payment.attempt);
  const back = `${origin}/api/payments/sslcommerz/return`;
  const answer = await calls.begin({
    total_amount: takaOf(amount),
    currency: currency.toUpperCase(),
    tran_id: reference,
    success_url: back,
    fail_url: back,
    cancel_url: back,
    ipn_url: `${origin}/api/payments/sslcommerz/ipn`,
    cus_name: buyer.name.slice(0, NAME_MAX_CHARS),
    cus_email: buyer.email,
    // The item is picked up: the store knows no address of the buyer.
    cus_add1: 'Pick-up',
    cus_city: 'Dhaka',
    cus_postcode: '1000',
    cus_country: 'Bangladesh',
    cus_phone: buyer.phone,
    shipping_method: 'NO',
    num_of_item: '1',
    product_name: itemName.slice(0, 255),
    product_category: 'second-hand',
    product_profile: 'general',
    value_a: bookingId,
  });
  const { status, GatewayPageURL: redirectUrl } = answer;
  if (status === 'FAILED') throw methodRefused(`SSLCommerz answered: ${answer.failedreason || 'FAILED'}`);
  if (status !== 'SUCCESS' || !redirectUrl || !/^https?:\/\//.test(redirectUrl))
    throw new ProviderUnclear('SSLCommerz returned no page URL');
  return { reference, redirectUrl };
}

async function findPayment(calls: SslcommerzCalls, reference: string): Promise<ProviderRecord> {
  const { tranId } = partsOf(reference);
  const found = await calls.transactionsOf(tranId);
  const own = captureOf(reference, found);
  if (!own) return recordOf(reference, found.at(-1), tranId === reference ? stateOf(found) : 'open', 0);
  const others = tranId === reference ? found.filter((one) => isValid(one) && one !== own) : [];
  const [record, ...surplus] = await Promise.all([
    provenRecord(calls, reference, own),
    ...others.map((one) => provenRecord(calls, numberOfSurplus(tranId, one), one)),
  ]);
  return { ...record, isPayable: found.some(isOpen), ...(surplus.length > 0 && { surplus }) };
}

/** Splits a reference. A further capture of an invoice number has `-` and the bank's number at its end. */
function partsOf(reference: string): { tranId: string; bankId: string | undefined } {
  const [tranId = '', bankId] = reference.split('-');
  return { tranId, bankId };
}

function numberOfSurplus(tranId: string, { bank_tran_id: bankId = '' }: Transaction): string {
  if (!/^\w{1,200}$/.test(bankId)) throw new ProviderUnclear('SSLCommerz returned no bank transaction');
  return `${tranId}-${bankId}`;
}

/** Returns the capture of a reference; for an invoice number of the store the earliest one. */
function captureOf(reference: string, found: Transaction[]): Transaction | undefined {
  const { bankId } = partsOf(reference);
  const valid = found.filter(isValid);
  if (bankId !== undefined) return valid.find(({ bank_tran_id }) => bank_tran_id === bankId);
  const orderOf = ({ tran_date = '', bank_tran_id = '' }: Transaction) => `${tran_date} ${bank_tran_id}`;
  return valid.toSorted((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1))[0];
}

async function provenRecord(calls: SslcommerzCalls, reference: string, own: Transaction): Promise<ProviderRecord> {
  const proof = await prove(calls, own.val_id);
  const record = recordOf(reference, proof, 'succeeded', amountOf(proof));
  const isForeign = proof.tran_id !== partsOf(reference).tranId || proof.value_a !== record.bookingId;
  return { ...record, review: isForeign ? 'reference' : proof.risk_level !== '0' ? 'risk' : undefined };
}

function isValid({ status }: Transaction): boolean {
  return status === 'VALID' || status === 'VALIDATED';
}

function isOpen({ status }: Transaction): boolean {
  return status === 'PENDING' || status === 'PROCESSING';
}

/** The validation is the proof of a payment; the query only finds it. */
async function prove(calls: SslcommerzCalls, valId: string | undefined): Promise<Transaction> {
  const proof = valId ? await calls.validate(valId) : undefined;
  if (!proof) throw new ProviderUnclear('SSLCommerz does not validate the payment that it reports');
  return proof;
}

function stateOf(found: Transaction[]): ProviderRecord['state'] {
  const statuses = found.map(({ status }) => status);
  if (found.length === 0 || found.some(isOpen)) return 'open';
  if (statuses.some((status) => status === 'CANCELLED' || status === 'EXPIRED' || status === 'UNATTEMPTED'))
    return 'cancelled';
  return statuses.includes('FAILED') ? 'failed' : 'open';
}

function amountOf(transaction: Transaction): number {
  const amount = poishaOf(transaction.amount ?? '');
  if (!amount) throw new ProviderUnclear('SSLCommerz returned no amount');
  return amount;
}

/** The fields to keep: without the card and the payer. */
const PAYMENT_FIELDS = [
  ...(['status', 'tran_id', 'val_id', 'bank_tran_id', 'amount', 'store_amount', 'currency'] as const),
  ...(['currency_type', 'currency_amount', 'card_type', 'risk_level', 'risk_title', 'tran_date'] as const),
];

function recordOf(
  reference: string,
  transaction: Transaction | undefined,
  state: ProviderRecord['state'],
  received: number,
): ProviderRecord {
  return {
    provider: 'sslcommerz',
    reference,
    bookingId: bookingOf(partsOf(reference).tranId) ?? 'unknown',
    state,
    amount: received,
    received,
    transactionId: state === 'succeeded' ? transactionIdOf(transaction?.bank_tran_id) : undefined,
    currency: (transaction?.currency_type ?? transaction?.currency ?? '').toLowerCase(),
    description: reference,
    at: timeOf(transaction?.tran_date),
    refunds: [],
    disputes: [],
    answer: transaction && keptFields(transaction, PAYMENT_FIELDS),
  };
}

/** SSLCommerz writes the time of Dhaka. */
function timeOf(text: string | undefined): Date {
  const match = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)$/.exec(text ?? '');
  return match ? new Date(`${match[1]}T${match[2]}+06:00`) : new Date(0);
}

async function readRefundState(calls: SslcommerzCalls, { ref, amount, at }: AcceptedRefund): Promise<ProviderRefund> {
  const answer = await calls.refundState(ref);
  return { ref, amount, state: stateOfRefund(answer.status), at, answer: keptOfRefund(answer) };
}

/** Without the reason of an error, which is free text. */
function keptOfRefund(answer: RefundAnswer): Record<string, string> {
  return keptFields(answer, ['APIConnect', 'status', 'refund_ref_id']);
}

function stateOfRefund(status: string | undefined): ProviderRefund['state'] {
  if (status === 'refunded') return 'succeeded';
  if (status === 'cancelled') return 'failed';
  if (status === 'processing') return 'pending';
  throw new ProviderUnclear(`SSLCommerz reports the refund as ${status ?? 'nothing'}`);
}

/** The key is SSLCommerz's number of the refund: sent again, it answers with the same refund. */
async function refundPayment(calls: SslcommerzCalls, order: RefundOrder): Promise<ProviderRefund> {
  const { record, amount, key } = order;
  if (!key) throw new Error('A refund at SSLCommerz needs a request that the store keeps.');
  const found = await calls.transactionsOf(partsOf(record.reference).tranId);
  if (found.length === 0) throw new RefundRefused(`SSLCommerz does not know the payment ${record.reference}`);
  const paid = captureOf(record.reference, found);
  if (!paid?.bank_tran_id) throw new ProviderUnclear('SSLCommerz returned no transaction');
  const answer = await calls.refund({
    bank_tran_id: paid.bank_tran_id,
    refund_amount: takaOf(amount),
    refund_remarks: 'Refund',
    refe_id: key,
    refund_trans_id: key,
  });
  const kept = keptOfRefund(answer);
  if (answer.status === 'failed')
    throw new RefundRefused(`SSLCommerz refused the refund of ${record.reference}: ${answer.errorReason || 'failed'}`, {
      answer: kept,
    });
  const ref = answer.refund_ref_id;
  if (!ref || (answer.status !== 'success' && answer.status !== 'processing'))
    throw new ProviderUnclear(`SSLCommerz reports the refund as ${answer.status ?? 'nothing'}`);
  // `success` says that the refund began.
  return { ref, amount, state: 'pending', at: new Date(), answer: kept };
}
