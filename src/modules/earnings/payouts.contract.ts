/** Payouts for admins: a due one is sent through a bank or bKash, and then marked as paid or as failed. */
import { z } from 'zod';
import { defineCall } from '#platform/contract/call.ts';
import { id, instant, line, ourId, pageQuery } from '#platform/contract/values.ts';
import { payoutTarget } from './contract.ts';
import { ACCOUNT_KINDS, PAYOUT_STATES } from './rules.ts';

const payout = z.object({
  _id: ourId,
  /** The reference that the provider gets. */
  number: z.string(),
  sellerName: z.string(),
  /** Absent when the seller's account was deleted since. Not masked for the admin that pays it. */
  target: payoutTarget.optional(),
  /** In Tk. */
  amount: z.number(),
  state: z.enum(PAYOUT_STATES),
  requestedAt: instant,
  /** Time of its last change of state. */
  since: instant,
  /** Of the bank or provider, for a paid one. */
  reference: z.string().optional(),
  /** Of a failed one. */
  reason: z.string().optional(),
  /** The payee is the calling admin. Another admin sends and closes it. */
  isOwn: z.boolean(),
  /** When its bank file was made. */
  exportedAt: instant.optional(),
  /** false for the admin that sent it, where another one has to confirm. */
  mayClose: z.boolean(),
  /** Whether the provider can send it to the wallet. */
  mayTransfer: z.boolean(),
  /** A transfer was begun and has no answer. Its number at the provider shows whether the money was sent. */
  isTransferring: z.boolean(),
  /** An admin stated that the provider's list does not have the transfer. Another one confirms. */
  unsent: z.object({ reason: z.string(), isOwn: z.boolean() }).optional(),
});
export type Payout = z.infer<typeof payout>;

export const listPayouts = defineCall('GET /payouts', {
  access: 'admin',
  summary: 'Payouts in one state (`due` by default), latest change first; `kind` limits them to one kind of account.',
  query: pageQuery.extend({
    state: z.enum(PAYOUT_STATES, 'error.invalid').optional(),
    kind: z.enum(ACCOUNT_KINDS, 'error.invalid').optional(),
  }),
  reply: z.array(payout),
  paged: true,
});

const total = z.object({ count: z.number().int(), amount: z.number() });

export const summarizePayouts = defineCall('GET /payouts/summary', {
  access: 'admin',
  summary: 'How many payouts are due and sent, their sums in Tk, and whether bKash sends those to wallets.',
  reply: z.object({ due: total, sent: total, transfers: z.boolean() }),
});
export type PayoutSummary = z.infer<typeof summarizePayouts.spec.reply>;

const payoutFile = z.object({
  /** Identifies the file: unique per admin. */
  madeAt: instant,
  /** The lowest number of its payouts, which no other file has. */
  firstNumber: z.string(),
  /** Payouts that were put into it. */
  count: z.number().int(),
  /** Those of them that are neither paid nor failed. */
  open: z.number().int(),
  /** A migration created it for payouts from before bank files. The bank may have them already. */
  isAssumed: z.boolean(),
});
export type PayoutFile = z.infer<typeof payoutFile>;

/** The time of a file, to the millisecond. PostgreSQL has no year 0. */
const fileTime = z.iso.datetime({ precision: 3, error: 'error.invalid' }).regex(/^(?!0000)/, 'error.invalid');

export const makePayoutFile = defineCall('POST /payouts/files', {
  access: 'admin',
  summary:
    "Puts the admin's sent payouts that are in no file into a new bank file. Leaves wallets out where bKash pays them.",
  reply: payoutFile.pick({ madeAt: true, count: true }),
});

/** Files that one call lists. */
export const LISTED_FILES_COUNT = 10;

export const listPayoutFiles = defineCall('GET /payouts/files', {
  access: 'admin',
  summary: "The admin's ten newest bank files, newest first; `before` continues the list.",
  query: z.object({ before: fileTime.optional() }),
  /** `more`: there are earlier ones. */
  reply: z.object({ files: z.array(payoutFile), more: z.boolean() }),
});
export type PayoutFiles = z.infer<typeof listPayoutFiles.spec.reply>;

export const downloadPayouts = defineCall('GET /payouts/sent.csv', {
  access: 'admin',
  summary: "One of the admin's bank files as CSV, with full accounts, without the payouts closed since.",
  query: z.object({ madeAt: fileTime }),
  reply: z.string(),
  file: 'payouts.csv',
  streamed: 'text/csv',
});

const params = z.object({ id });
const reply = z.object({ state: z.enum(PAYOUT_STATES) });

export const sendPayout = defineCall('POST /payouts/{id}/send', {
  access: 'admin',
  summary: 'Marks a due payout as sent, once. From then on its admin sees the full account.',
  params,
  reply,
});

export const transferPayout = defineCall('POST /payouts/{id}/transfer', {
  access: 'admin',
  summary:
    'Transfers a sent payout to its wallet through bKash, once, and marks it as paid. Without an answer it stays sent.',
  params,
  reply,
});

/** The bank's or provider's number of a transfer. */
export const payoutReference = line(60, 'payout.e.reference');
/** Why a transfer failed. The seller reads it. */
export const payoutReason = line(200, 'payout.e.reason');

export const confirmPayout = defineCall('POST /payouts/{id}/paid', {
  access: 'admin',
  summary:
    'Marks a sent payout as paid, with the reference of the bank. bKash is asked about a transfer that it did not answer.',
  params,
  body: z.object({ reference: payoutReference }),
  reply,
});

export const failPayout = defineCall('POST /payouts/{id}/failed', {
  access: 'admin',
  summary:
    'Marks a due or sent payout as failed: its money is available to the seller again. After a transfer without an answer, one admin states (`unsent`) after 24 hours that bKash does not list it. Another one, if any, repeats that.',
  params,
  body: z.object({ reason: payoutReason, unsent: z.boolean().optional() }),
  reply,
});
