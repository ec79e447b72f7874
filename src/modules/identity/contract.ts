/**
 * Identity: who somebody is and what they may do. The embedded identity provider (under `/auth`) knows accounts and
 * sessions; this module knows the people of the store, their role and whether a seller was checked.
 */
import { z } from 'zod';
import { defineCall } from '#platform/contract/call.ts';
import { message } from '#platform/contract/message-reference.ts';
import { email, id, line, pageQuery, text } from '#platform/contract/values.ts';

export const ROLES = ['Buyer', 'Seller'] as const;
export const VERIFIED = 'Verified';

const byEmail = z.object({ email });

export const isAdmin = defineCall('GET /users/admin/{email}', {
  access: 'signedIn',
  summary: 'Whether the person with this e-mail is an admin. Oneself, or an admin asking.',
  params: byEmail,
  reply: z.object({ isAdmin: z.boolean() }),
});

export const isBuyer = defineCall('GET /users/buyer/{email}', {
  access: 'signedIn',
  summary: 'Whether the person with this e-mail is a buyer. Oneself, or an admin asking.',
  params: byEmail,
  reply: z.object({ isBuyer: z.boolean() }),
});

export const isSeller = defineCall('GET /users/seller/{email}', {
  access: 'signedIn',
  summary: 'Whether the person with this e-mail is a seller. Oneself, or an admin asking.',
  params: byEmail,
  reply: z.object({ isSeller: z.boolean() }),
});

export const getSession = defineCall('GET /session', {
  access: 'anyone',
  summary: "The e-mail of the identity provider's session in this browser, by its cookie; null without one.",
  reply: z.object({ email: z.string().nullable() }),
});

export const getAccessToken = defineCall('GET /jwt', {
  access: 'cookie',
  summary: "Exchanges the identity provider's session for an access token of 15 minutes, for the session's own e-mail.",
  query: byEmail,
  reply: z.object({ accessToken: z.string() }),
});

export const registerUser = defineCall('POST /users', {
  access: 'session',
  summary: 'Records the signed-in account as a Buyer or a Seller. Repeating it changes nothing.',
  body: z.object({
    name: line(100, 'error.nameRequired'),
    email,
    userCategory: z.enum(ROLES, 'error.userCategory'),
  }),
  reply: z.object({ acknowledged: z.boolean(), insertedId: id }),
});

export const getMe = defineCall('GET /me', {
  access: 'session',
  summary: 'Who asks. The role is null for an account whose registration was cut off.',
  reply: z.object({
    id,
    name: z.string(),
    email: z.string(),
    role: z.enum(['buyer', 'seller', 'admin']).nullable(),
    verified: z.boolean(),
    emailVerified: z.boolean(),
  }),
});

const listedUser = z.object({
  _id: id,
  name: z.string(),
  email: z.string(),
  verify: z.literal(VERIFIED).optional(),
  /** A seller's listings that are for sale, counted up to 1,000. */
  listings: z.number().int().optional(),
});
export type ListedUser = z.infer<typeof listedUser>;

export const listUsers = defineCall('GET /users/user-type/{type}', {
  access: 'admin',
  summary: 'Buyers or sellers, newest first. With `q`, those with words in name or e-mail that begin so.',
  params: z.object({ type: z.enum(ROLES, 'error.userCategory') }),
  query: pageQuery.extend({ q: text(100).or(z.literal('')).optional() }),
  reply: z.array(listedUser),
  paged: true,
});

export const verifyUser = defineCall('PATCH /users/{id}', {
  access: 'admin',
  summary: 'Marks a seller as checked.',
  params: z.object({ id }),
  body: z.object({ verify: z.literal(VERIFIED, 'error.verify') }),
  reply: z.object({ modifiedCount: z.number().int() }),
});

export const deleteUser = defineCall('DELETE /users/{id}', {
  access: 'admin',
  summary: 'Deletes the account of a buyer or a seller. What was paid stays on record, without their name.',
  params: z.object({ id }),
  reply: z.object({ deletedCount: z.number().int() }),
});

/** Passwords are never shorter than this; a store may ask for more of new ones. */
export const PASSWORD_MIN = 6;

/** A new password, of at least so many characters. */
export function password(min: number) {
  return z
    .string('error.passwordRequired')
    .min(1, 'error.passwordRequired')
    .min(min, message('error.passwordMin', { n: min }))
    .max(128, 'error.passwordMax');
}

/** Who registers. */
export const registrant = z.object({
  name: line(100, 'error.nameRequired'),
  email,
  userCategory: z.enum(ROLES).default('Buyer'),
});

/** What the registration form sends; the provider gets name, e-mail and password, `POST /users` the rest. */
export function registration(passwordMin: number) {
  return registrant.extend({ password: password(passwordMin) });
}

/** The password that takes a forgotten one's place. */
export function replacement(passwordMin: number) {
  return z.object({ password: password(passwordMin) });
}

/** What the login form sends. A password from before the store asked for longer ones still opens it. */
export const credentials = z.object({ email, password: password(PASSWORD_MIN) });
