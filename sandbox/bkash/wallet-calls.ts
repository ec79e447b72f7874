import { poishaOf, randomCode, takaOf } from '../record-store.ts';
import { type Fields, isSame, type StandInOptions } from '../stand-in.ts';
import type { StandInFaults } from '../stand-in-faults.ts';
import type { WalletPayment, WalletRecords, WalletTransfer } from './bkash-records.ts';
import { WALLETS } from './wallets.ts';

interface WalletKeys {
  appKey: string;
  appSecret: string;
  username: string;
  password: string;
}

export interface WalletOptions extends StandInOptions, WalletKeys {
  /** Called when a payment took money. */
  onCapture?: (payment: WalletPayment) => void;
}

export interface WalletContext extends Required<StandInOptions>, WalletKeys, Pick<WalletOptions, 'onCapture'> {
  records: WalletRecords;
  faults: StandInFaults;
  tokens: WalletTokens;
}

export type CallbackStatus = 'success' | 'failure' | 'cancel';
const MESSAGES = {
  '2001': 'Invalid App Key',
  '2002': 'Invalid Payment ID',
  '2006': 'Invalid Amount',
  '2007': 'Invalid Currency',
  '2008': 'Invalid Intent',
  '2023': 'Insufficient Balance',
  '2029': 'Duplicate For All Transactions',
  '2033': 'Transaction not found',
  '2056': 'Invalid Payment State',
  '2062': 'The payment has already been completed',
  '2065': 'Mandatory field missing',
  '2071': 'Refund is not possible for this transaction',
  '2079': 'Invalid app token',
};

/** A refusal: HTTP 200 with a status code of bKash. */
export class WalletError extends Error {
  readonly statusCode: string;

  constructor(statusCode: keyof typeof MESSAGES) {
    super(MESSAGES[statusCode]);
    this.statusCode = statusCode;
  }
}

const SUCCESS = { statusCode: '0000', statusMessage: 'Successful' };
const TOKEN_SECONDS = 3600;

/** The tokens of this process. A restart drops them, and the merchant requests new ones. */
export class WalletTokens {
  readonly #expiries = new Map<string, number>();

  /** Grants a token for the keys, or for a refresh token. @throws WalletError */
  grant(context: WalletContext, headers: Fields, body: Fields, isRefresh: boolean): object {
    const { username, password, appKey, appSecret, now } = context;
    const given = [headers.username, headers.password, body.app_key, body.app_secret];
    const known = [username, password, appKey, appSecret];
    if (!known.every((key, index) => isSame(key, given[index] ?? ''))) throw new WalletError('2001');
    if (isRefresh && !this.isValid(body.refresh_token ?? '', now())) throw new WalletError('2079');
    const [idToken, refreshToken] = [randomCode(40), randomCode(40)];
    for (const token of [idToken, refreshToken]) this.#expiries.set(token, now() + TOKEN_SECONDS * 1000);
    const fields = { id_token: idToken, refresh_token: refreshToken };
    return { ...SUCCESS, ...fields, token_type: 'Bearer', expires_in: TOKEN_SECONDS };
  }

  isValid(token: string, nowMs: number): boolean {
    return (this.#expiries.get(token) ?? 0) > nowMs;
  }
}

/** The calls that carry a token, by their address. Each throws WalletError. */
export const WALLET_CALLS: Record<string, (context: WalletContext, body: Fields) => object> = {
  create(context, body) {
    const { mode, callbackURL = '', currency, intent, merchantInvoiceNumber = '', payerReference = '' } = body;
    if (mode !== '0011' || !URL.canParse(callbackURL) || !merchantInvoiceNumber) throw new WalletError('2065');
    if (currency !== 'BDT') throw new WalletError('2007');
    if (intent !== 'sale') throw new WalletError('2008');
    const poisha = amountOf(body);
    const earlier = context.records.find('payment', 'merchantInvoiceNumber', merchantInvoiceNumber);
    if (earlier.some(({ state }) => state === 'completed')) throw new WalletError('2029');
    const payment: WalletPayment = {
      paymentID: `TR0011${randomCode(17)}`,
      ...{ poisha, merchantInvoiceNumber, payerReference, callbackURL, createdMs: context.now() },
      ...{ state: 'open', wallet: '', isCodeGiven: false, mistakes: 0, trxID: '', completedMs: 0 },
    };
    context.records.put('payment', payment.paymentID, payment);
    return {
      ...SUCCESS,
      ...paymentFields(payment),
      bkashURL: new URL(`${context.path}/pay/${payment.paymentID}`, callbackURL).href,
      callbackURL,
      successCallbackURL: callbackOf(payment, 'success'),
      failureCallbackURL: callbackOf(payment, 'failure'),
      cancelledCallbackURL: callbackOf(payment, 'cancel'),
      paymentCreateTime: timeOf(payment.createdMs),
    };
  },

  execute(context, body) {
    const payment = paymentOf(context, body);
    if (payment.state === 'completed') throw new WalletError('2062');
    if (payment.state !== 'confirmed') throw new WalletError('2056');
    const canPay = WALLETS[payment.wallet] === 'pays';
    payment.state = canPay ? 'completed' : 'ended';
    if (canPay) Object.assign(payment, { trxID: randomCode(10), completedMs: context.now() });
    context.records.put('payment', payment.paymentID, payment);
    if (!canPay) throw new WalletError('2023');
    context.onCapture?.(payment);
    return { ...SUCCESS, ...paymentFields(payment), ...completionFields(payment) };
  },

  'payment/status'(context, body) {
    const payment = paymentOf(context, body);
    const verificationStatus = payment.state === 'open' ? 'Incomplete' : 'Complete';
    const fields = { mode: '0011', paymentCreateTime: timeOf(payment.createdMs), verificationStatus };
    return { ...SUCCESS, ...paymentFields(payment), ...completionFields(payment), ...fields };
  },

  /** Without amount, SKU and reason it returns the state of a refund. */
  'payment/refund'(context, body) {
    const payment = paymentOf(context, body);
    if (payment.state !== 'completed' || payment.trxID !== body.trxID) throw new WalletError('2071');
    const made = context.records.find('transfer', 'of', payment.paymentID).at(-1);
    if (body.amount === undefined && body.sku === undefined && body.reason === undefined) {
      if (!made) throw new WalletError('2033');
      return refundFields(payment, made);
    }
    const poisha = amountOf(body);
    if (!body.sku || !body.reason) throw new WalletError('2065');
    if ((made && !made.hasFailed) || poisha > payment.poisha) throw new WalletError('2071');
    const { paymentID: of, wallet } = payment;
    const hasFailed = context.faults.failsRefund();
    return refundFields(payment, transfer(context, { kind: 'refund', of, wallet, poisha, hasFailed }));
  },

  'general/searchTransaction'(context, { trxID = '' }) {
    const payment = context.records.find('payment', 'trxID', trxID)[0];
    const other = context.records.get('transfer', trxID);
    const found = payment ?? other;
    if (!trxID || !found) throw new WalletError('2033');
    const transactionType = payment ? 'bKash Tokenized Checkout via API' : `B2C ${other?.kind}`;
    const time = timeOf(found.completedMs);
    const fields = { trxID, transactionType, transactionStatus: 'Completed', customerMsisdn: found.wallet };
    const amount = { amount: takaOf(found.poisha), currency: 'BDT' };
    return { ...SUCCESS, ...fields, ...amount, initiationTime: time, completedTime: time };
  },

  'payment/b2cPayment'(context, body) {
    const { merchantInvoiceNumber = '', receiverMSISDN = '', currency } = body;
    const poisha = amountOf(body);
    if (currency !== 'BDT') throw new WalletError('2007');
    if (!merchantInvoiceNumber || !/^01\d{9}$/.test(receiverMSISDN)) throw new WalletError('2065');
    if (context.records.find('transfer', 'of', merchantInvoiceNumber).length > 0) throw new WalletError('2029');
    const payout = { kind: 'payout', of: merchantInvoiceNumber, wallet: receiverMSISDN, poisha } as const;
    const { trxID, completedMs } = transfer(context, payout);
    const fields = { amount: takaOf(poisha), currency, merchantInvoiceNumber, receiverMSISDN };
    return { ...SUCCESS, trxID, transactionStatus: 'Completed', ...fields, completedTime: timeOf(completedMs) };
  },
};

export const BALANCE_CALL = 'payment/organizationBalance';
/** Tk 1,000,000 to pay out. */
const FLOAT_POISHA = 100_000_000;

/** The merchant's accounts: payments and refunds, and payouts. The answer has no status code. */
export function readBalance({ records, now }: WalletContext): object {
  const sum = (entries: { poisha: number }[]) => entries.reduce((total, { poisha }) => total + poisha, 0);
  const refunds = records.find('transfer', 'kind', 'refund').filter(({ hasFailed }) => !hasFailed);
  const accounts = {
    Collection: sum(records.find('payment', 'state', 'completed')) - sum(refunds),
    Disbursement: FLOAT_POISHA - sum(records.find('transfer', 'kind', 'payout')),
  };
  const organizationBalance = Object.entries(accounts).map(([accountTypeName, poisha]) => ({
    ...{ accountHolderName: 'Stand-in', accountStatus: 'Active', accountTypeName, currency: 'BDT' },
    ...{ availableBalance: takaOf(poisha), currentBalance: takaOf(poisha), updateTime: timeOf(now()) },
  }));
  return { organizationBalance };
}

/** Returns the address to which the payer's browser goes back. */
export function callbackOf({ callbackURL, paymentID }: WalletPayment, status: CallbackStatus): string {
  const url = new URL(callbackURL);
  url.searchParams.set('paymentID', paymentID);
  url.searchParams.set('status', status);
  return url.href;
}

function transfer({ records, now }: WalletContext, of: Omit<WalletTransfer, 'trxID' | 'completedMs'>) {
  const made: WalletTransfer = { ...of, trxID: randomCode(10), completedMs: now() };
  records.put('transfer', made.trxID, made);
  return made;
}

function paymentOf({ records }: WalletContext, { paymentID = '' }: Fields): WalletPayment {
  const payment = records.get('payment', paymentID);
  if (!payment) throw new WalletError('2002');
  return payment;
}

function amountOf({ amount }: Fields): number {
  const poisha = poishaOf(amount);
  if (poisha === undefined) throw new WalletError('2006');
  return poisha;
}

/** Every payment without money is `Initiated`, also a cancelled one. */
function paymentFields({ paymentID, poisha, merchantInvoiceNumber, payerReference, state }: WalletPayment): Fields {
  const transactionStatus = state === 'completed' ? 'Completed' : 'Initiated';
  const fields = { paymentID, amount: takaOf(poisha), currency: 'BDT', intent: 'sale', transactionStatus };
  return { ...fields, merchantInvoiceNumber, payerReference };
}

function completionFields({ state, trxID, wallet, completedMs }: WalletPayment): Fields {
  if (state !== 'completed') return {};
  return { trxID, customerMsisdn: wallet, paymentExecuteTime: timeOf(completedMs) };
}

function refundFields({ trxID }: WalletPayment, made: WalletTransfer): Fields {
  const transactionStatus = made.hasFailed ? 'Failed' : 'Completed';
  const fields = { originalTrxID: trxID, refundTrxID: made.trxID, transactionStatus };
  const amount = { amount: takaOf(made.poisha), currency: 'BDT', charge: '0.00' };
  return { ...SUCCESS, ...fields, ...amount, completedTime: timeOf(made.completedMs) };
}

/** Returns a time as bKash writes it: `2026-05-01T18:30:00:000 GMT+0600`. */
function timeOf(timeMs: number): string {
  const dhaka = new Date(timeMs + 6 * 3_600_000).toISOString();
  return `${dhaka.slice(0, 19)}:${dhaka.slice(20, 23)} GMT+0600`;
}
