/** A person's own name, usual phone and pick-up point, language and e-mail. */
import { z } from 'zod';
import { defineCall } from '#platform/contract/call.ts';
import { line, optionalPhone, optionalPlace } from '#platform/contract/values.ts';
import { accountEmail, credentials } from './contract.ts';
import { NAME_MAX_CHARS } from './name.rules.ts';

/** The forms of the account page. */
export const profileForm = z.object({ name: line(NAME_MAX_CHARS, 'error.nameRequired') });
export const contactForm = z.object({ phone: optionalPhone, location: optionalPlace(120) }).partial();
const language = z.enum(['en', 'bn'], 'error.invalid');

export const changeProfile = defineCall('PATCH /me/account', {
  access: 'signedIn',
  summary:
    "Changes the caller's name, usual phone and pick-up point, or the language of e-mails. Empty texts delete phone and point.",
  body: profileForm.extend(contactForm.shape).extend({ language }).partial(),
  reply: z.object({ modifiedCount: z.number().int() }),
});

/** The new e-mail, and the password of an account that has one. */
export const emailForm = z.object({ newEmail: accountEmail, password: credentials.shape.password.optional() });

export const changeEmail = defineCall('PUT /me/email', {
  access: 'signedIn',
  summary:
    'Checks the password, then sends a link to the new address and a note to the old one. The old e-mail stays until the link is opened. The reply is the same for a taken address.',
  body: emailForm,
  reply: z.object({ acknowledged: z.boolean() }),
});

export const confirmEmail = defineCall('PUT /email-changes/{token}', {
  access: 'anyone',
  summary: 'Makes the new address of a link the e-mail of its account, once and within a day.',
  params: z.object({ token: z.string('error.invalid').min(1, 'error.invalid').max(200, 'error.invalid') }),
  reply: z.object({ email: z.string() }),
});
