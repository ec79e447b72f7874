/**
 * Support: what people write to the store itself through the contact form, and which of it has been answered. The admins
 * get each message by mail too, and answer by mail; the writer is sent nothing, because anyone can type any address.
 */
import { z } from 'zod';
import { defineCall } from '#platform/contract/call.ts';
import { email, id, instant, line, pageQuery, text } from '#platform/contract/values.ts';
import { MESSAGE_MAX, MESSAGE_STATES, SUBJECTS } from './rules.ts';

/** A form sends each line's end as two characters (HTML, 4.10.22.5); they count as the one that was typed. */
const message = z
  .string('support.messageRequired')
  .transform((typed) => typed.replace(/\r\n?/g, '\n'))
  .pipe(text(MESSAGE_MAX, 'support.messageRequired'));

/** The contact form. `homepage` is hidden from people: only a robot fills it in. */
export const contactForm = z
  .object({
    name: line(100, 'error.nameRequired'),
    email,
    subject: z.enum(SUBJECTS, 'support.subjectRequired'),
    message,
    /** The id that an error page shows, to quote. */
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
  summary: 'Writes to the admins of the store. At most 5 messages an hour from one address and under one e-mail.',
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
  summary: 'What people wrote to the store, newest first: those that wait for an answer, or those answered.',
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
