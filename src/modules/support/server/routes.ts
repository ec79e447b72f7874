import type { FastifyInstance } from 'fastify';
import { actorOf } from '#modules/audit/server/service.ts';
import { message as messageOf } from '#platform/contract/message-reference.ts';
import type { Database } from '#platform/database/database.ts';
import { presentPage, readPage } from '#platform/database/keyset.ts';
import { languageOf, translateIn } from '#platform/http/language.ts';
import { serve } from '#platform/http/serve.ts';
import type { Limiter } from '#platform/limits/rate-limiter.ts';
import type { Mail } from '#platform/mail/mailer.ts';
import * as calls from '../contract.ts';
import { markMessage, receiveMessage } from './service.ts';
import { type MessageRow, type NewMessage, selectMessages } from './store.ts';

interface SupportParts {
  db: Database;
  /** Shown in the e-mail. */
  productName: { en: string; bn: string };
  origin: string;
  /** Absent in tests: messages are not limited. */
  limiter: Limiter | undefined;
  pageSize: number;
}

/** Serves the calls of support/contract.ts. */
export function supportRoutes(app: FastifyInstance, { db, limiter, pageSize, ...settings }: SupportParts): void {
  serve(app, calls.sendMessage, ({ body, request, once }) => {
    const { homepage, ...message } = body;
    const email = contactEmail(settings, languageOf(request), message);
    return once(db, async (db) => {
      const id = await receiveMessage(db, message, { address: request.ip, email, limiter });
      return { acknowledged: true, insertedId: id };
    });
  });

  serve(app, calls.listMessages, async ({ query }) =>
    presentPage(await selectMessages(db, query.state, readPage(query, pageSize)), present),
  );

  serve(app, calls.markMessage, async ({ caller, params, body, request }) => ({
    modifiedCount: await markMessage(db, actorOf(caller, request), params.id, body.state),
  }));
}

function present(row: MessageRow): calls.ContactMessage {
  const { name, email, subject, message } = row;
  return {
    _id: row.id,
    name,
    email,
    subject,
    message,
    ...(row.request_id === null ? {} : { requestId: row.request_id }),
    createdAt: row.created_at.toISOString(),
    ...(row.answered_at ? { answeredAt: row.answered_at.toISOString() } : {}),
    ...(row.answered_by === null ? {} : { answeredBy: row.answered_by }),
  };
}

/** Returns the e-mail that forwards a message to an admin, in the sender's language. Its Reply-To is the sender. */
function contactEmail(
  { productName, origin }: Pick<SupportParts, 'productName' | 'origin'>,
  language: 'en' | 'bn',
  contactMessage: NewMessage,
): Omit<Mail, 'to'> {
  const translate = (key: string, values: Record<string, string> = {}) =>
    translateIn(language, messageOf(key, values), productName[language]);
  const subject = translate(`support.subject.${contactMessage.subject}`);
  const { name, email, requestId } = contactMessage;
  return {
    subject: translate('mail.contactSubject', { subject, name }),
    replyTo: email,
    text: translate('mail.contactText', {
      name,
      email,
      subject,
      requestId: requestId ?? translate('mail.contactNoRequestId'),
      message: contactMessage.message,
      link: `${origin}/dashboard/messages`,
    }),
  };
}
