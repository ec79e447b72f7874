import type { Logger, Task } from 'graphile-worker';
import { sql } from 'kysely';
import type { Transporter } from 'nodemailer';
import { z } from 'zod';
import type { Db } from '#platform/database/database.ts';

/** The job that sends one mail. */
export const MAIL = 'mail';

/** Matches exactly one address, and no second address or header. */
const address = z
  .string()
  .regex(/^[^\s<>()[\],;:"\\\p{Cc}]{1,64}@[^\s<>()[\],;:"\\@\p{Cc}]{1,253}$/u, 'no single address');

const mail = z.object({
  to: address,
  // A line break in a subject would begin a new header (RFC 5322, 2.2).
  subject: z.string().transform((line) => line.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()),
  text: z.string(),
  html: z.string().optional(),
  /** The address for replies, if it is not the sender's. */
  replyTo: address.optional(),
  /** The account that the mail is about. Its erasure deletes the mail, which may go to an earlier address. */
  accountId: z.string().optional(),
});

export type Mail = z.input<typeof mail>;

export interface Mailer {
  /** The number of mails that this process dropped because of their addresses. */
  dropped: number;
  /** @throws Error when the address is invalid or the SMTP server rejects the mail. */
  send(mail: Mail): Promise<void>;
  close(): void;
}

/** Stores a mail instead of sending it. */
export type StoreMail = (mail: { to: string; subject: string; text: string; replyTo?: string | undefined }) => void;

const SMTP_TIMEOUTS_MS = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
  dnsTimeout: 10_000,
};

/**
 * Returns a mailer that sends to the SMTP server at `smtpUrl` (`smtps://user:password@host:465`), or passes mails to `store`.
 * The SMTP client is loaded with the first mail.
 */
export function createMailer(settings: { from: string } & ({ smtpUrl: string } | { store: StoreMail })): Mailer {
  if ('store' in settings)
    return {
      dropped: 0,
      async send(given) {
        settings.store(mail.parse(given));
      },
      close: () => undefined,
    };
  const { from, smtpUrl } = settings;
  let transport: Transporter | undefined;
  return {
    dropped: 0,
    async send(given) {
      const { to, replyTo, accountId: _, ...rest } = mail.parse(given);
      const { createTransport } = await import('nodemailer');
      transport ??= createTransport({ url: smtpUrl, ...SMTP_TIMEOUTS_MS }, { from });
      await transport.sendMail({
        ...rest,
        to: { name: '', address: to },
        ...(replyTo ? { replyTo: { name: '', address: replyTo } } : {}),
        disableFileAccess: true,
        disableUrlAccess: true,
      });
    },
    close: () => transport?.close(),
  };
}

/** Returns the job that sends a mail. */
export function mailTask(mailer: Mailer): Task {
  return async (given, { logger }) => {
    await sendOrDrop(mailer, given as Mail, logger);
  };
}

/**
 * Sends a mail of a job. Returns false, and logs and counts it, when the address is malformed or the SMTP server rejects it for good:
 * retries would harm the sender's reputation. @throws every other failure, also SMTP 5xx, so that the job is retried.
 */
export async function sendOrDrop(mailer: Mailer, given: Mail, logger: Pick<Logger, 'error'>): Promise<boolean> {
  try {
    await mailer.send(given);
    return true;
  } catch (error) {
    if (!isAddressRejected(error)) throw error;
    mailer.dropped += 1;
    logger.error(`A mail was dropped because of its address: ${String(error)}`);
    return false;
  }
}

/**
 * A refusal whose enhanced status code (RFC 3463) names the recipient, such as `550 5.1.1 User unknown`. Not 5.1.0: with it
 * Postfix refuses an unknown sender.
 */
const RECIPIENT_REPLY = /^5\d{2}[ -]5\.(1\.([1236]|10)|2\.1)\b/;

/** Other refusals concern the store, also at RCPT TO: of its password, its sender, its host name, or of relaying. */
function isAddressRejected(error: unknown): boolean {
  if (error instanceof z.ZodError) return true;
  const { command, response } = error as Record<'command' | 'response', unknown>;
  return command === 'RCPT TO' && RECIPIENT_REPLY.test(String(response));
}

/**
 * Deletes the waiting and the failed mails to an address, with a reply address, or about an account. Addresses are in lower
 * case. graphile-worker's public view has no payloads, so this reads its private tables.
 */
export async function deleteMailsOf(
  db: Db,
  { to, replyTo, accountId }: { to: string; replyTo: string | null; accountId: string | null },
): Promise<void> {
  await sql`delete from graphile_worker._private_jobs as j using graphile_worker._private_tasks as t
    where t.id = j.task_id and t.identifier = ${MAIL} and (lower(j.payload ->> 'to') = ${to}
      or lower(j.payload ->> 'replyTo') = ${replyTo} or j.payload ->> 'accountId' = ${accountId})`.execute(db);
}
