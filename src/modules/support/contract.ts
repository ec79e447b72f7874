/**
 * Support: messages to the store through the contact form. Admins receive each message by e-mail too, and answer by e-mail.
 * The sender receives nothing, because anyone can type any address.
 */
import { z } from 'zod';
import { defineCall } from '#platform/contract/call.ts';
import { email, id, instant, line, pageQuery, text } from '#platform/contract/values.ts';
import { MESSAGE_MAX_CHARS, MESSAGE_STATES, SUBJECTS } from './rules.ts';

/** A form submits each line break as CR LF (HTML, 4.10.22.5); it counts as one character. */
const message = z
  .string('support.messageRequired')
  .transform((typed) => typed.replace(/\r\n?/g, '\n'))
  .pipe(text(MESSAGE_MAX_CHARS, 'support.messageRequired'));

/** The contact form. `homepage` is a honeypot: people do not see it, robots fill it in. */
export const contactForm = z
  .object({
    name: line(100, 'error.nameRequired'),
    email,
    subject: z.enum(SUBJECTS, 'support.subjectRequired'),
    message,
    /** Request id from an error page. */
    requestId: z
      .string()
      .trim()
      .regex(/^[\w-]{1,64}$/, 'support.requestIdShape')
      .optional(),
    homepage: z.string().max(500).optional(),
  })
  .refine(({ homepage }) => !homepage, 'support.robot');

export const sendMessage = defineCall('POST /contact', {
  access: 'anyone',
  summary: 'Writes to the admins of the store. At most 5 messages an hour from one network, and 5 with one e-mail.',
  body: contactForm,
  reply: z.object({ acknowledged: z.boolean(), insertedId: id }),
});

const contactMessage = z.object({
  _id: id,
  name: z.string(),
  email: z.string(),
  subject: z.enum(SUBJECTS),
  message: z.string(),
  requestId: z.string().optional(),
  createdAt: instant,
  answeredAt: instant.optional(),
  /** The admin who marked it as answered. */
  answeredBy: z.string().optional(),
});
export type ContactMessage = z.infer<typeof contactMessage>;

export const listMessages = defineCall('GET /contact', {
  access: 'admin',
  summary: 'Messages to the store, newest first: open ones, or answered ones.',
  query: pageQuery.extend({ state: z.enum(MESSAGE_STATES, 'support.state').default('open') }),
  reply: z.array(contactMessage),
  paged: true,
});

export const markMessage = defineCall('PATCH /contact/{id}', {
  access: 'admin',
  summary: 'Marks a message as answered, or as open again. Repeating it changes nothing.',
  params: z.object({ id }),
  body: z.object({ state: z.enum(MESSAGE_STATES, 'support.state') }),
  reply: z.object({ modifiedCount: z.number().int() }),
});
