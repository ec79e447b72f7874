import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { FastifyPluginAsync } from 'fastify';
import { setPageHeaders } from '../sandbox-page.ts';
import { type KeptMail, outboxPage } from './outbox-page.ts';

export interface Outbox {
  /** Stores a mail, and deletes the oldest one above the limit. */
  keep(mail: { to: string; subject: string; text: string; replyTo?: string | undefined }): void;
  /** Returns the mails, newest first. */
  mails(): KeptMail[];
  /** Shows the mails to every visitor: mount it in the demo only. */
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
const MAX_MAILS = 200;

/** Opens the demo's mail server in the folder: it delivers nothing and shows the last 200 mails. */
export function openOutbox(dataDir: string): Outbox {
  const database = new DatabaseSync(join(dataDir, 'sandbox-outbox.sqlite'), { timeout: 500 });
  database.exec(`PRAGMA journal_mode = WAL; ${SCHEMA}`);
  // The first outboxes had no such column.
  if (!database.prepare("SELECT 1 FROM pragma_table_info('mails') WHERE name = 'reply_to'").get())
    database.exec('ALTER TABLE mails ADD COLUMN reply_to TEXT');
  const insert = database.prepare('INSERT INTO mails (at, recipient, subject, text, reply_to) VALUES (?, ?, ?, ?, ?)');
  const deleteOldest = database.prepare('DELETE FROM mails WHERE id <= (SELECT max(id) FROM mails) - ?');
  const select = database.prepare(
    'SELECT id, at, recipient AS "to", subject, text, reply_to AS "replyTo" FROM mails ORDER BY id DESC',
  );
  const mails = () => select.all() as unknown as KeptMail[];
  return {
    keep({ to, subject, text, replyTo }) {
      insert.run(new Date().toISOString(), to, subject, text, replyTo ?? null);
      deleteOldest.run(MAX_MAILS);
    },
    mails,
    close: () => database.close(),
    plugin: async (app) => {
      // The links carry tokens.
      app.get('/', { schema: { hide: true } }, (_request, reply) =>
        setPageHeaders(reply).header('referrer-policy', 'no-referrer').send(outboxPage(mails())),
      );
    },
  };
}
