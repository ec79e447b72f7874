/**
 * Disputes: a buyer complains about an item after the handover. The seller answers, the buyer replies, and an admin decides
 * where they do not agree. The money waits until then.
 */
import { z } from 'zod';
import { METHODS, PARTIES, STEPS } from '#modules/bookings/rules.ts';
import { QUALITIES } from '#modules/catalogue/rules.ts';
import { handoverCode } from '#modules/handover/contract.ts';
import { defineCall } from '#platform/contract/call.ts';
import { message } from '#platform/contract/message-reference.ts';
import {
  amount,
  id,
  instant,
  longText,
  optionalText,
  ourId,
  pageQuery,
  visibleLength,
} from '#platform/contract/values.ts';
import {
  ANSWERS,
  CLAIM_REASONS,
  DISPUTE_MAX_PHOTOS,
  DISPUTE_REASONS,
  DISPUTE_STATES,
  OUTCOMES,
  REPLIES,
  THREAD_ENTRY_KINDS,
  WANTS,
  WORDS_MAX_CHARS,
  WORDS_MIN_CHARS,
} from './rules.ts';

const params = z.object({ id });
const state = z.object({ state: z.enum(DISPUTE_STATES) });

const requiredText = longText(
  WORDS_MIN_CHARS,
  WORDS_MAX_CHARS,
  'disputes.wordsMissing',
  message('disputes.wordsShort', { n: WORDS_MIN_CHARS }),
);
const photos = z
  .array(z.uuid('disputes.photo'), 'disputes.photo')
  .max(DISPUTE_MAX_PHOTOS, message('disputes.photosMax', { n: DISPUTE_MAX_PHOTOS }))
  .refine((ids) => new Set(ids).size === ids.length, 'disputes.photo')
  .default([]);

/** The input of a complaint. The amount is in Tk, below the price. */
const claimForm = z
  .object({
    reason: z.enum(CLAIM_REASONS, 'disputes.reasonMissing'),
    text: requiredText,
    photos,
    want: z.enum(WANTS, 'disputes.wantMissing'),
    amount: amount.optional(),
  })
  .refine(({ want, amount }) => want === 'refund' || amount !== undefined, {
    path: ['amount'],
    error: 'disputes.amountMissing',
  });

export const openDispute = defineCall('POST /bookings/{id}/dispute', {
  access: 'buyer',
  summary: 'Opens a dispute about an item during its inspection. The money stays held until the dispute is settled.',
  params,
  body: claimForm,
  reply: z.object({ insertedId: ourId }),
});

const dispute = z.object({
  _id: ourId,
  bookingId: ourId,
  itemId: ourId,
  itemName: z.string(),
  image: z.string(),
  itemPrice: z.number(),
  method: z.enum(METHODS),
  /** First names; empty for a deleted account. */
  buyerName: z.string(),
  sellerName: z.string(),
  reason: z.enum(DISPUTE_REASONS),
  want: z.enum(WANTS),
  /** The part of the price that the buyer wants, in Tk. */
  amount: z.number().optional(),
  /** The part that the seller offers. */
  offer: z.number().optional(),
  state: z.enum(DISPUTE_STATES),
  /** Acts next. Absent while only time passes, and at the end. */
  waitsFor: z.enum(['buyer', 'seller', 'store']).optional(),
  /** The beginning of the state, and its deadline. */
  since: instant,
  until: instant.optional(),
  openedAt: instant,
  /** The agreement or the decision, and its party: the amount for the buyer, and whether the item comes back first. */
  settlement: z
    .object({ outcome: z.enum(OUTCOMES), amount: z.number(), withReturn: z.boolean(), by: z.enum(PARTIES) })
    .optional(),
  endedAt: instant.optional(),
  /** The sum that went back to the buyer in the end. */
  refunded: z.number().optional(),
});
export type Dispute = z.infer<typeof dispute>;

/** The filters of the list: waiting for a decision (the oldest first), open, closed. */
const DISPUTE_FILTERS = ['decision', 'open', 'closed'] as const;
export type DisputeFilter = (typeof DISPUTE_FILTERS)[number];

export const listDisputes = defineCall('GET /disputes', {
  access: 'signedIn',
  summary: 'Disputes of the caller, newest first; an admin sees all. Those that wait for a decision come oldest first.',
  query: pageQuery.extend({
    state: z.enum(DISPUTE_FILTERS, 'disputes.filter').optional(),
    booking: id.optional(),
  }),
  reply: z.array(dispute),
  paged: true,
});

const side = z.object({ deals: z.number().int(), disputes: z.number().int() });

export const getDispute = defineCall('GET /disputes/{id}', {
  access: 'signedIn',
  summary: 'One dispute with its thread. Only its buyer, its seller and admins find it.',
  params,
  reply: dispute.extend({
    /** The reader. */
    side: z.enum(['buyer', 'seller', 'store']),
    /** The words of both sides and of admins, oldest first. Empty twelve months after the end. */
    thread: z.array(
      z.object({
        _id: ourId,
        kind: z.enum(THREAD_ENTRY_KINDS),
        by: z.enum(['buyer', 'seller', 'store']),
        at: instant,
        text: z.string(),
        amount: z.number().optional(),
        outcome: z.enum(OUTCOMES).optional(),
        withReturn: z.boolean().optional(),
        photos: z.array(z.string()),
      }),
    ),
    /** The listing as it was at the booking. */
    listing: z
      .object({
        name: z.string(),
        description: z.string(),
        price: z.number(),
        originalPrice: z.number(),
        quality: z.enum(QUALITIES),
        yearsUsed: z.number(),
        photos: z.array(z.string()),
      })
      .optional(),
    timeline: z.array(z.object({ step: z.enum(STEPS), by: z.enum(PARTIES), at: instant })),
    /** The seller's fee, in Tk. The buyer does not see it. */
    fee: z.number().optional(),
    /** The code of a return that is due. Only the seller sees it. */
    returnCode: z.string().optional(),
    /** Of the other side, while a return is due. */
    phone: z.string().optional(),
    /** When the buyer said that they brought the item. */
    returnTriedAt: instant.optional(),
    /** Whether the reader may appeal, and until when. Without a decision yet, a response to an appeal has no deadline. */
    mayAppeal: z.boolean(),
    appealUntil: instant.optional(),
    decidedAt: instant.optional(),
    /** Whether the reading admin may decide. False about their own decision, when there is another admin. */
    mayDecide: z.boolean(),
    /** For admins: all sales of both sides, their earlier disputes, and the reports of the seller's items. */
    history: z.object({ buyer: side, seller: side.extend({ reports: z.number().int() }) }).optional(),
  }),
});
export type DisputeDetails = z.infer<typeof getDispute.spec.reply>;

/** The input of an answer. The amount is in Tk, below the price. */
const answerForm = z
  .object({
    answer: z.enum(ANSWERS, 'disputes.answerMissing'),
    amount: amount.optional(),
    text: optionalText(WORDS_MAX_CHARS).default(''),
    photos,
  })
  .refine(({ answer, amount }) => answer !== 'offer' || amount !== undefined, {
    path: ['amount'],
    error: 'disputes.amountMissing',
  })
  .refine(({ answer, text }) => visibleLength(text) >= WORDS_MIN_CHARS || (answer === 'accept' && text === ''), {
    path: ['text'],
    error: message('disputes.wordsShort', { n: WORDS_MIN_CHARS }),
  });

export const answerDispute = defineCall('POST /disputes/{id}/answer', {
  access: 'seller',
  summary:
    "The seller accepts the buyer's claim, offers another amount, or refuses. A missed deadline accepts the claim.",
  params,
  body: answerForm,
  reply: state,
});

export const replyToAnswer = defineCall('POST /disputes/{id}/reply', {
  access: 'buyer',
  summary: 'The buyer accepts the answer, or asks the store to decide. A missed deadline asks the store.',
  params,
  body: z.object({ reply: z.enum(REPLIES, 'disputes.replyMissing') }),
  reply: state,
});

export const returnItem = defineCall('POST /disputes/{id}/returned', {
  access: 'signedIn',
  summary:
    'Confirms the return: the buyer by the code of the seller, or the seller without it. A buyer without it says that they brought the item.',
  params,
  body: z.object({ code: handoverCode.optional() }),
  reply: state,
});

/** The input of a decision. The amount of a part is in Tk, below the price. */
const decisionForm = z
  .object({
    outcome: z.enum(OUTCOMES, 'disputes.outcomeMissing'),
    amount: amount.optional(),
    withReturn: z.boolean(),
    reason: requiredText,
  })
  .refine(({ outcome, amount }) => outcome !== 'part' || amount !== undefined, {
    path: ['amount'],
    error: 'disputes.amountMissing',
  })
  .refine(({ outcome, withReturn }) => outcome !== 'none' || !withReturn, {
    path: ['withReturn'],
    error: 'disputes.noReturn',
  });

export const decideDispute = defineCall('POST /disputes/{id}/decision', {
  access: 'admin',
  summary: 'Decides a dispute, with a reason that both sides read.',
  params,
  body: decisionForm,
  reply: state,
});

const appealForm = z.object({ reason: requiredText });

export const appealDecision = defineCall('POST /disputes/{id}/appeal', {
  access: 'signedIn',
  summary: 'Asks for another decision. Once for each side, within seven days; another admin decides when there is one.',
  params,
  body: appealForm,
  reply: state,
});
