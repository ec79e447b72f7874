import type { FastifyInstance } from 'fastify';
import { actorOf } from '#modules/audit/server/service.ts';
import type { Database } from '#platform/database/database.ts';
import { presentPage, readPage } from '#platform/database/keyset.ts';
import { languageOf } from '#platform/http/language.ts';
import { serve } from '#platform/http/serve.ts';
import type { Limiter } from '#platform/limits/rate-limiter.ts';
import * as calls from '../contract.ts';
import { type ContactEmailSettings, contactEmail } from './contact-email.ts';
import { markMessage, receiveMessage } from './service.ts';
import { type MessageRow, selectMessages } from './store.ts';

export interface SupportParts extends ContactEmailSettings {
  db: Database;
  /** Absent in tests: messages are not limited. */
  limiter: Limiter | undefined;
  pageSize: number;
}

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
