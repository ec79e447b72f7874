/** Sessions of a person: list and end them, and change the password. */
import { z } from 'zod';
import { defineCall } from '#platform/contract/call.ts';
import { id, instant, ourId, pageQuery } from '#platform/contract/values.ts';
import { credentials, password } from './contract.ts';

const session = z.object({
  _id: ourId,
  /** Whether this call uses the session. */
  current: z.boolean(),
  /** From the User-Agent header, such as Chrome and Android; null when it is not recognised. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  begunAt: instant,
  /** Accurate to the day. */
  usedAt: instant,
});
export type OwnSession = z.infer<typeof session>;

export const listSessions = defineCall('GET /me/sessions', {
  access: 'signedIn',
  summary: "The caller's sessions, newest first.",
  query: pageQuery,
  reply: z.array(session),
  paged: true,
});

const ended = z.object({ deletedCount: z.number().int() });

export const endSession = defineCall('DELETE /me/sessions/{id}', {
  access: 'signedIn',
  summary: "Ends one of the caller's sessions. Its access tokens are refused from the next request on.",
  params: z.object({ id }),
  reply: ended,
});

export const endOtherSessions = defineCall('DELETE /me/sessions', {
  access: 'signedIn',
  summary: "Ends all of the caller's sessions but this one.",
  reply: ended,
});

/** Returns the schema of a password change. The new password has at least `passwordMin` characters. */
export function passwordChange(passwordMin: number) {
  return z.object({ oldPassword: credentials.shape.password, newPassword: password(passwordMin) });
}

export const changePassword = defineCall('PUT /me/password', {
  access: 'signedIn',
  summary: "Checks the old password, changes it and ends the caller's other sessions. The owner gets an e-mail.",
  body: z.object({
    oldPassword: credentials.shape.password,
    // The service checks the minimum length, which is a setting.
    newPassword: z.string('error.passwordRequired').min(1, 'error.passwordRequired').max(128, 'error.passwordMax'),
  }),
  reply: z.object({ modifiedCount: z.number().int() }),
});
