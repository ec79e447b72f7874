/**
 * Earnings: a seller's money with the store, the account that it goes to, and the receipt of each sale. A payout takes
 * the whole available balance, which the ledger decides.
 */
import { z } from 'zod';
import { BOOKING_STATES, METHODS } from '#modules/bookings/rules.ts';
import { credentials } from '#modules/identity/contract.ts';
import { defineCall } from '#platform/contract/call.ts';
import { asciiDigits, stripBidiControls } from '#platform/contract/typed-input.ts';
import { id, instant, line, ourId, pageQuery, phone } from '#platform/contract/values.ts';
import { ACCOUNT_KINDS, PAYOUT_STATES } from './rules.ts';

/** In Tk, as every amount here. */
const tk = z.number();
const month = z.string('error.month').regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'error.month');

/** The target of a payout. The number is masked, except for the admin that pays it. */
export const payoutTarget = z.object({
  kind: z.enum(ACCOUNT_KINDS),
  number: z.string(),
  /** Of a bank account, as the next ones. */
  bank: z.string().optional(),
  branch: z.string().optional(),
  routing: z.string().optional(),
  holder: z.string().optional(),
});
export type PayoutTarget = z.infer<typeof payoutTarget>;

const ownPayout = z.object({
  number: z.string(),
  amount: tk,
  state: z.enum(PAYOUT_STATES),
  /** Time of its last change of state. */
  at: instant,
  /** Why it failed. */
  reason: z.string().optional(),
});

export const getEarnings = defineCall('GET /my-earnings', {
  access: 'seller',
  summary: "The seller's money: on hold, available and paid out in Tk, by month, and the payout account.",
  reply: z.object({
    onHold: tk,
    available: tk,
    paidOut: tk,
    /** The day of the first payout that arrived. */
    paidOutSince: instant.optional(),
    /** Released to the seller after the fee, in the last six months, oldest first. */
    months: z.array(z.object({ month: z.string(), earned: tk })),
    account: payoutTarget
      .extend({ changedAt: instant, payableFrom: instant, isOnHold: z.boolean(), weekly: z.boolean() })
      .optional(),
    /** The open payouts and the five newest ones, newest first. */
    payouts: z.array(ownPayout),
    /** Minimum amount of a payout. */
    minimum: tk,
    /** Whether the store offers automatic weekly payouts. */
    weeklyOffered: z.boolean(),
    /** Hours between the handover and the release. */
    inspectionHours: z.number(),
    /** Hours for which payouts to a changed account wait. */
    restHours: z.number(),
    /** false for an account that only signs in with Google: it needs a password first. */
    hasPassword: z.boolean(),
  }),
});
export type Earnings = z.infer<typeof getEarnings.spec.reply>;

export const LINE_FILTERS = ['on-hold', 'released'] as const;
export type LineFilter = (typeof LINE_FILTERS)[number];

const earningsLine = z.object({
  /** The booking. */
  _id: ourId,
  itemName: z.string(),
  image: z.string(),
  /** A first name; empty when the account is deleted. */
  buyerName: z.string(),
  method: z.enum(METHODS),
  state: z.enum(BOOKING_STATES),
  /** The sale has ended, and its money is not released yet. */
  settling: z.boolean(),
  price: tk,
  fee: tk,
  /** The seller's part of it. Cash was paid to the seller and never was with the store. */
  amount: tk,
  soldAt: instant,
  /** When the money is released, or was. Absent while that is open, and for cash. */
  releaseAt: instant.optional(),
});
export type EarningsLine = z.infer<typeof earningsLine>;

export const listEarnings = defineCall('GET /my-earnings/lines', {
  access: 'seller',
  summary: "The seller's sales, newest first, with their state, sums, method and day of release.",
  query: pageQuery.extend({ show: z.enum(LINE_FILTERS, 'error.invalid').optional() }),
  reply: z.array(earningsLine),
  paged: true,
});

export const downloadEarnings = defineCall('GET /my-earnings/lines.csv', {
  access: 'seller',
  summary: "The seller's sales, newest first, as CSV (RFC 4180, UTF-8).",
  reply: z.string(),
  file: 'earnings.csv',
  streamed: 'text/csv',
});

export const getStatement = defineCall('GET /my-earnings/statement', {
  access: 'seller',
  summary: "Changes of the seller's available money in a month, oldest first, with the balance before and after.",
  query: z.object({ month }),
  reply: z.object({
    month: z.string(),
    opening: tk,
    closing: tk,
    entries: z.array(
      z.object({
        _id: z.string(),
        at: instant,
        kind: z.string(),
        /** Of a sale. */
        itemName: z.string().optional(),
        method: z.enum(METHODS).optional(),
        payout: z.string().optional(),
        payoutKind: z.enum(ACCOUNT_KINDS).optional(),
        /** Negative for money that went out. */
        amount: tk,
      }),
    ),
    /** There are more entries than a page holds. */
    more: z.boolean(),
  }),
});
export type Statement = z.infer<typeof getStatement.spec.reply>;

function digits(pattern: RegExp, fault: string) {
  return z
    .string(fault)
    .max(60, fault)
    .transform((typed) => asciiDigits(stripBidiControls(typed)).replace(/[\s-]/g, ''))
    .pipe(z.string().regex(pattern, fault));
}

/** Another number has its own fault. */
const isPhone = (number: string) => /^01[3-9]\d{8}$/.test(number);

const BANK_FIELDS = ['bank', 'branch', 'routing', 'account', 'holder'] as const;

/** The form of the payout account: a bKash number, typed twice, or a bank account; and the password. */
export const payoutAccountForm = z
  .object({
    kind: z.enum(ACCOUNT_KINDS, 'earn.e.kind'),
    bkash: phone.optional(),
    bkashAgain: phone.optional(),
    bank: line(60).optional(),
    branch: line(60).optional(),
    routing: digits(/^\d{9}$/, 'earn.e.routing').optional(),
    account: digits(/^\d{6,20}$/, 'earn.e.account').optional(),
    holder: line(80).optional(),
    password: credentials.shape.password,
  })
  .superRefine((body, context) => {
    const fault = (field: keyof typeof body, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message });
    if (body.kind === 'bank') {
      for (const field of BANK_FIELDS) if (body[field] === undefined) fault(field, 'error.required');
      return;
    }
    if (body.bkash === undefined) fault('bkash', 'error.phoneRequired');
    else if (isPhone(body.bkash) && body.bkash !== body.bkashAgain) fault('bkashAgain', 'earn.accountMismatch');
  });

export const changePayoutAccount = defineCall('PUT /my-payout-account', {
  access: 'seller',
  summary:
    'Changes the payout account, with the password. Payouts to it wait for a configured time. The seller gets an email.',
  body: payoutAccountForm,
  reply: z.object({ modifiedCount: z.number().int(), payableFrom: instant }),
});

export const changeWeekly = defineCall('PUT /my-payout-account/weekly', {
  access: 'seller',
  summary: 'Starts or ends weekly payouts.',
  body: z.object({ weekly: z.boolean('error.invalid') }),
  reply: z.object({ modifiedCount: z.number().int() }),
});

export const requestPayout = defineCall('POST /my-payouts', {
  access: 'seller',
  summary:
    'Asks for the whole available balance. The last payout of a seller, with nothing on hold or for sale, has no minimum.',
  query: z.object({ last: z.enum(['true', 'false'], 'error.invalid').optional() }),
  reply: z.object({ acknowledged: z.boolean(), insertedId: ourId, number: z.string(), amount: tk }),
});

export const getReceipt = defineCall('GET /receipts/{bookingId}', {
  access: 'signedIn',
  summary: 'The receipt of a sale. Only its buyer and its seller find it; the other one is a first name.',
  params: z.object({ bookingId: id }),
  reply: z.object({
    number: z.string(),
    soldAt: instant,
    itemName: z.string(),
    method: z.enum(METHODS),
    state: z.enum(BOOKING_STATES),
    /** The buyer paid this. */
    price: tk,
    /** For the seller alone. */
    fee: tk.optional(),
    /** Given back to the buyer. */
    returned: tk,
    /** Pending refund: the provider has not confirmed it. */
    returning: tk,
    isSeller: z.boolean(),
    buyerName: z.string(),
    sellerName: z.string(),
    /** The payer's number of the payment; for the seller, the store's number. */
    transactionId: z.string().optional(),
  }),
});
export type Receipt = z.infer<typeof getReceipt.spec.reply>;
