import type { Task } from 'graphile-worker';
import { createTransport } from 'nodemailer';
import { z } from 'zod';

/** The job that sends one mail. */
export const MAIL = 'mail';

/** One address, and nothing that could be read as a second one or as another header. */
const address = z
  .string()
  .regex(/^[^\s<>()[\],;:"\\\p{Cc}]{1,64}@[^\s<>()[\],;:"\\@\p{Cc}]{1,253}$/u, 'no single address');

const mail = z.object({
  to: address,
  // A line break in a subject would begin a new header (RFC 5322, 2.2).
  subject: z.string().transform((line) => line.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()),
  text: z.string(),
  html: z.string().optional(),
  /** Whom an answer goes to, where that is not who sends it. */
  replyTo: address.optional(),
});

export type Mail = z.input<typeof mail>;

export interface Mailer {
  /** @throws when the address is none, or the mail server does not take it. */
  send(mail: Mail): Promise<void>;
  close(): void;
}

/** Keeps mails instead of sending them. */
export type KeepMail = (mail: { to: string; subject: string; text: string; replyTo?: string | undefined }) => void;

/** No wait without an end, in milliseconds. */
const WAITS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000, dnsTimeout: 10_000 };

/** Sends mails to the server at `smtpUrl` (`smtps://user:password@host:465`), or gives them to whoever keeps them. */
export function createMailer(settings: { from: string } & ({ smtpUrl: string } | { keep: KeepMail })): Mailer {
  if ('keep' in settings)
    return {
      async send(given) {
        settings.keep(mail.parse(given));
      },
      close: () => undefined,
    };
  const transport = createTransport({ url: settings.smtpUrl, ...WAITS }, { from: settings.from });
  return {
    async send(given) {
      const { to, replyTo, ...rest } = mail.parse(given);
      await transport.sendMail({
        ...rest,
        to: { name: '', address: to },
        ...(replyTo ? { replyTo: { name: '', address: replyTo } } : {}),
        disableFileAccess: true,
        disableUrlAccess: true,
      });
    },
    close: () => transport.close(),
  };
}

/**
 * Sends a mail, again later while the mail server is away. What it refuses for good (SMTP 5xx) is not tried again: the
 * address is wrong, and asking on would cost us its trust.
 */
export function mailTask(mailer: Mailer): Task {
  return async (given, { logger }) => {
    try {
      await mailer.send(mail.parse(given));
    } catch (error) {
      if (!isFinal(error)) throw error;
      logger.error(`A mail was refused for good: ${String(error)}`);
    }
  };
}

function isFinal(error: unknown): boolean {
  if (error instanceof z.ZodError) return true;
  const { responseCode } = error as { responseCode?: unknown };
  return typeof responseCode === 'number' && responseCode >= 500;
}
