import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { FastifyPluginAsync } from 'fastify';
import type { KeepMail } from '#platform/mail/mailer.ts';
import { OUTBOX_CSS, outboxPage } from './outbox-page.ts';

export interface KeptMail {
  id: number;
  at: string;
  to: string;
  subject: string;
  text: string;
  /** Whom an answer would go to, where that is not the store. */
  replyTo: string | null;
}

export interface Outbox {
  keep: KeepMail;
  /** The mails, newest first. */
  mails(): KeptMail[];
  /** Shows them to whoever asks: mount it where only the demo has it. */
  plugin: FastifyPluginAsync;
  close(): void;
}

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS mails (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at TEXT NOT NULL,
    recipient TEXT NOT NULL,
    subject TEXT NOT NULL,
    text TEXT NOT NULL,
    reply_to TEXT
  ) STRICT;
`;
const MOST = 200;
const POLICY = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The demo's mail server: it delivers nothing and shows everything. It keeps the last 200 mails on disk. */
export function openOutbox(dataDir: string): Outbox {
  const database = new DatabaseSync(join(dataDir, 'sandbox-outbox.sqlite'), { timeout: 500 });
  database.exec(`PRAGMA journal_mode = WAL; ${SCHEMA}`);
  // An outbox that was begun before letters named one.
  if (!database.prepare("SELECT 1 FROM pragma_table_info('mails') WHERE name = 'reply_to'").get())
    database.exec('ALTER TABLE mails ADD COLUMN reply_to TEXT');
  const insert = database.prepare('INSERT INTO mails (at, recipient, subject, text, reply_to) VALUES (?, ?, ?, ?, ?)');
  const forget = database.prepare('DELETE FROM mails WHERE id <= (SELECT max(id) FROM mails) - ?');
  const select = database.prepare(
    'SELECT id, at, recipient AS "to", subject, text, reply_to AS "replyTo" FROM mails ORDER BY id DESC',
  );
  const mails = () => select.all() as unknown as KeptMail[];
  return {
    keep({ to, subject, text, replyTo }) {
      insert.run(new Date().toISOString(), to, subject, text, replyTo ?? null);
      forget.run(MOST);
    },
    mails,
    close: () => database.close(),
    plugin: async (app) => {
      app.addHook('onRoute', (route) => {
        // It is no part of the store's own API.
        route.schema = { ...route.schema, hide: true } as typeof route.schema;
      });
      app.get('/', (_request, reply) =>
        reply
          .headers({
            'content-type': 'text/html; charset=utf-8',
            'content-security-policy': POLICY,
            // The links carry tokens.
            'referrer-policy': 'no-referrer',
            'cache-control': 'no-store',
          })
          .send(outboxPage(mails())),
      );
      app.get('/outbox.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(OUTBOX_CSS));
    },
  };
}
