/**
 * Identity: people, their roles, and the verification of sellers. Accounts and sessions belong to the embedded identity
 * provider under `/auth`.
 */
import { z } from 'zod';
import { defineCall } from '#platform/contract/call.ts';
import { message } from '#platform/contract/message-reference.ts';
import { ROLES, SELF_SERVICE_ROLES } from '#platform/contract/roles.ts';
import { email, id, line, optionalText, pageQuery } from '#platform/contract/values.ts';
import { NAME_MAX_CHARS } from './name.rules.ts';

const CATEGORIES = ['Buyer', 'Seller'] as const;
export const VERIFIED = 'Verified';

const byEmail = z.object({ email });

export const isAdmin = defineCall('GET /users/admin/{email}', {
  access: 'signedIn',
  summary: 'Whether the person with this e-mail is an admin. Callers ask about themselves; admins about anyone.',
  params: byEmail,
  reply: z.object({ isAdmin: z.boolean() }),
});

export const isBuyer = defineCall('GET /users/buyer/{email}', {
  access: 'signedIn',
  summary: 'Whether the person with this e-mail is a buyer. Callers ask about themselves; admins about anyone.',
  params: byEmail,
  reply: z.object({ isBuyer: z.boolean() }),
});

export const isSeller = defineCall('GET /users/seller/{email}', {
  access: 'signedIn',
  summary: 'Whether the person with this e-mail is a seller. Callers ask about themselves; admins about anyone.',
  params: byEmail,
  reply: z.object({ isSeller: z.boolean() }),
});

export const getSession = defineCall('GET /session', {
  access: 'anyone',
  summary: "The e-mail of the identity provider's session in this browser, by its cookie; null without one.",
  reply: z.object({ email: z.string().nullable() }),
});

export const checkResetLink = defineCall('GET /reset-links', {
  access: 'anyone',
  summary: 'The e-mail whose password a reset link replaces; null when the link was used or has expired.',
  query: z.object({ token: z.string('error.invalid').min(1, 'error.invalid').max(200, 'error.invalid') }),
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
  summary: 'Records the signed-in account as a Buyer or a Seller. A repeat changes nothing.',
  body: z.object({
    name: line(NAME_MAX_CHARS, 'error.nameRequired'),
    email,
    userCategory: z.enum(CATEGORIES, 'error.userCategory'),
  }),
  reply: z.object({ acknowledged: z.boolean(), insertedId: id }),
});

export const getMe = defineCall('GET /me', {
  access: 'session',
  summary: 'The signed-in person. Without roles while the registration is incomplete.',
  reply: z.object({
    id,
    accountId: z.string(),
    name: z.string(),
    email: z.string(),
    roles: z.array(z.enum(ROLES)),
    verified: z.boolean(),
    emailVerified: z.boolean(),
    /** The usual phone and pick-up point; empty until the person enters them. */
    phone: z.string(),
    pickup: z.string(),
  }),
});

export const addRole = defineCall('PUT /me/roles/{role}', {
  access: 'signedIn',
  summary: 'Adds the buyer or seller role to the caller. A repeat changes nothing. Admins are refused.',
  params: z.object({ role: z.enum(SELF_SERVICE_ROLES) }),
  reply: z.object({ modifiedCount: z.number().int() }),
});

const listedUser = z.object({
  _id: id,
  name: z.string(),
  email: z.string(),
  verify: z.literal(VERIFIED).optional(),
  /** Number of a person's products for sale, at most 1,000. */
  listings: z.number().int().optional(),
});
export type ListedUser = z.infer<typeof listedUser>;

export const listUsers = defineCall('GET /users/user-type/{type}', {
  access: 'admin',
  summary: 'Buyers or sellers, newest first. With `q`, those whose name or e-mail has words with these beginnings.',
  params: z.object({ type: z.enum(CATEGORIES, 'error.userCategory') }),
  query: pageQuery.extend({ q: optionalText(100).optional() }),
  reply: z.array(listedUser),
  paged: true,
});

export const verifyUser = defineCall('PATCH /users/{id}', {
  access: 'admin',
  summary: 'Marks a seller as verified.',
  params: z.object({ id }),
  body: z.object({ verify: z.literal(VERIFIED, 'error.verify') }),
  reply: z.object({ modifiedCount: z.number().int() }),
});

export const deleteUser = defineCall('DELETE /users/{id}', {
  access: 'admin',
  summary: 'Deletes the account of a buyer or a seller. Paid bookings stay on record, without their name.',
  params: z.object({ id }),
  reply: z.object({ deletedCount: z.number().int() }),
});

/** Minimum length of every password; the setting PASSWORD_MIN may raise it for new ones. */
export const PASSWORD_MIN_CHARS = 6;

/** Returns the schema of a password of at least `min` characters. */
export function password(min: number) {
  return z
    .string('error.passwordRequired')
    .min(1, 'error.passwordRequired')
    .min(min, message('error.passwordMin', { n: min }))
    .max(128, 'error.passwordMax');
}

/** An e-mail with which the identity provider accepts a sign-in. Its rule is stricter than the one for other addresses. */
export const accountEmail = email.pipe(z.email('error.emailShape'));

/** The registration form without its password. */
export const registrant = z.object({
  name: line(NAME_MAX_CHARS, 'error.nameRequired'),
  email: accountEmail,
  userCategory: z.enum(CATEGORIES).default('Buyer'),
});

/** Returns the schema of the registration form. The provider gets name, e-mail and password, `POST /users` the rest. */
export function registration(passwordMin: number) {
  return registrant.extend({ password: password(passwordMin) });
}

/** Returns the schema of the form that replaces a forgotten password. */
export function replacement(passwordMin: number) {
  return z.object({ password: password(passwordMin) });
}

/** The login form. It accepts passwords that are shorter than the setting for new ones. */
export const credentials = z.object({ email, password: password(PASSWORD_MIN_CHARS) });
