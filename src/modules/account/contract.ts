/** Account: a person's own account. They read it, download all their data as a file, and delete the account. */
import { z } from 'zod';
import { AUDIT_ACTIONS } from '#modules/audit/rules.ts';
import { listingData } from '#modules/catalogue/contract.ts';
import { credentials } from '#modules/identity/contract.ts';
import { defineCall } from '#platform/contract/call.ts';
import { ROLES } from '#platform/contract/roles.ts';
import { id, instant } from '#platform/contract/values.ts';

const account = z.object({
  name: z.string(),
  email: z.string(),
  /** Whether they followed the link in the verification e-mail. */
  emailVerified: z.boolean(),
  roles: z.array(z.enum(ROLES)),
  /** Whether an admin verified the seller. */
  verified: z.boolean(),
  memberSince: instant,
  /** The usual phone and pick-up point; empty until the person enters them. */
  phone: z.string(),
  pickup: z.string(),
  /** The language of e-mails; null for that of the browser. */
  language: z.enum(['en', 'bn']).nullable(),
  /** A new e-mail that is not confirmed yet. */
  newEmail: z.string().nullable(),
  /** false for an account that only signs in with Google. */
  hasPassword: z.boolean(),
});
export type Account = z.infer<typeof account>;

export const getAccount = defineCall('GET /me/account', {
  access: 'signedIn',
  summary: "The caller's own account.",
  reply: account,
});

/** The confirmation of a deletion: the account's password, or its e-mail when it has no password. */
const deletionProof = z
  .object({ password: credentials.shape.password.optional(), email: credentials.shape.email.optional() })
  .refine((body) => body.password !== undefined || body.email !== undefined, 'account.proofMissing');

export const deleteAccount = defineCall('DELETE /me', {
  access: 'signedIn',
  summary:
    "Checks the password, or the e-mail of an account without one, and deletes the caller's account. Admins are refused.",
  body: deletionProof,
  reply: z.object({ deletedCount: z.number().int() }),
});

const at = instant.nullable();
const tk = z.number();
const photo = z.object({ id, address: z.string(), state: z.string(), fetchedFrom: z.string().nullable(), at: instant });

const payment = z.object({
  provider: z.string(),
  amount: tk,
  currency: z.string(),
  state: z.string(),
  transactionId: z.string(),
  begunAt: instant,
  changedAt: instant,
  /** Answers of the provider in the last 30 days: amounts, numbers and states. */
  answers: z.array(z.object({ fields: z.record(z.string(), z.string()), keptAt: instant })),
});

const booking = z.object({
  id,
  itemId: id,
  itemName: z.string(),
  image: z.string(),
  price: tk,
  currency: z.string(),
  phone: z.string(),
  pickupPoint: z.string(),
  sellerPickupPoint: z.string(),
  state: z.string(),
  /** Null until the buyer chooses one. */
  method: z.string().nullable(),
  bookedAt: instant,
  heldUntil: at,
  paidAt: at,
  payments: z.array(payment),
});

const nullableText = z.string().nullable();
const payoutAccount = z.object({
  kind: z.string(),
  account: nullableText,
  bank: nullableText,
  branch: nullableText,
  routing: nullableText,
  holder: nullableText,
});

export const downloadData = defineCall('GET /me/data', {
  access: 'signedIn',
  summary: 'Everything that the store keeps about the caller, as one file.',
  file: 'my-data.json',
  reply: z.object({
    writtenAt: instant,
    account: z.object({
      id,
      name: z.string(),
      email: z.string(),
      emailVerified: z.boolean(),
      picture: z.string().nullable(),
      createdAt: instant,
      changedAt: instant,
      /** A new e-mail that is not confirmed yet. */
      newEmail: z.string().nullable(),
      /** `credential` is a password, of which only a hash is kept. */
      signsInWith: z.array(z.object({ provider: z.string(), since: instant })),
      sessions: z.array(
        z.object({
          begunAt: instant,
          usedAt: instant,
          endsAt: instant,
          address: z.string().nullable(),
          browser: z.string().nullable(),
        }),
      ),
    }),
    person: z.object({
      id,
      name: z.string(),
      email: z.string(),
      usualPhone: z.string(),
      usualPickupPoint: z.string(),
      language: z.string().nullable(),
      roles: z.array(z.object({ role: z.enum(ROLES), since: instant, verifiedAt: at })),
      since: instant,
    }),
    listings: z.array(listingData.extend({ photos: z.array(photo) })),
    /** Photos without a listing. */
    otherPhotos: z.array(photo),
    bookings: z.array(booking),
    wishes: z.array(z.object({ itemId: id, itemName: z.string(), priceThen: tk, savedAt: instant })),
    reports: z.array(
      z.object({
        itemId: id,
        itemName: z.string(),
        reason: z.string(),
        reportedAt: instant,
        decision: z.string().nullable(),
        decidedAt: at,
      }),
    ),
    /** Contact messages under this e-mail; empty until the e-mail is confirmed. */
    messages: z.array(
      z.object({
        name: z.string(),
        subject: z.string(),
        message: z.string(),
        requestId: z.string().nullable(),
        sentAt: instant,
        answeredAt: at,
      }),
    ),
    /** Where payouts go; null before the first account. */
    payoutAccount: payoutAccount.extend({ changedAt: instant }).nullable(),
    payouts: z.array(
      payoutAccount.extend({
        number: z.string(),
        amount: tk,
        state: z.string(),
        requestedAt: instant,
        changedAt: instant,
        reference: z.string().nullable(),
        reason: z.string().nullable(),
      }),
    ),
    /** The person's words in disputes about their bookings and sales. */
    disputes: z.array(
      z.object({
        bookingId: id,
        reason: z.string(),
        kind: z.string(),
        text: z.string(),
        amount: tk.nullable(),
        at: instant,
      }),
    ),
    /** The person's steps in bookings with their reasons, and the reports that the person did not come. */
    steps: z.array(z.object({ bookingId: id, step: z.string(), by: z.string(), reason: nullableText, at: instant })),
    auditEntries: z.array(
      z.object({ act: z.enum(AUDIT_ACTIONS), targetId: id.nullable(), list: z.string().nullable(), at: instant }),
    ),
  }),
});
export type PersonalData = z.infer<typeof downloadData.spec.reply>;
