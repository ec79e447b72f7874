import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { FastifyPluginAsync } from 'fastify';
import { type Html, html, sandboxPage, setPageHeaders } from '../sandbox-page.ts';

interface KeptMail {
  id: number;
  /** ISO 8601, in UTC. */
  at: string;
  to: string;
  subject: string;
  text: string;
  /** The Reply-To address, where it is not the store's. */
  replyTo: string | null;
}

export interface Outbox {
  /** Stores a mail, and deletes the oldest one above the limit. */
  keep(mail: { to: string; subject: string; text: string; replyTo?: string | undefined }): void;
  /** Returns the mails, newest first. */
  mails(): KeptMail[];
  /** Shows the mails to every visitor. For the demo only. */
  plugin: FastifyPluginAsync;
  close(): void;
}

const MAX_MAILS = 200;
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS mails (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at TEXT NOT NULL,
    recipient TEXT NOT NULL,
    subject TEXT NOT NULL,
    text TEXT NOT NULL,
    reply_to TEXT
  ) STRICT;
  CREATE TEMP TRIGGER delete_oldest_mails AFTER INSERT ON mails BEGIN
    DELETE FROM mails WHERE id <= new.id - ${MAX_MAILS};
  END;
`;

/** Opens the demo's mail server in the folder: it delivers nothing and shows the last 200 mails. */
export function openOutbox(dataDir: string): Outbox {
  const database = new DatabaseSync(join(dataDir, 'sandbox-outbox.sqlite'), { timeout: 500 });
  // With the default, FULL, the store waits for the disk at each mail. With NORMAL a power failure may lose the last mails.
  database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; ${SCHEMA}`);
  // The first outboxes had no such column.
  if (!database.prepare("SELECT 1 FROM pragma_table_info('mails') WHERE name = 'reply_to'").get())
    database.exec('ALTER TABLE mails ADD COLUMN reply_to TEXT');
  const insert = database.prepare('INSERT INTO mails (at, recipient, subject, text, reply_to) VALUES (?, ?, ?, ?, ?)');
  const select = database.prepare(
    'SELECT id, at, recipient AS "to", subject, text, reply_to AS "replyTo" FROM mails ORDER BY id DESC',
  );
  const mails = () => select.all() as unknown as KeptMail[];
  return {
    keep({ to, subject, text, replyTo }) {
      insert.run(new Date().toISOString(), to, subject, text, replyTo ?? null);
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

const LINK = /https?:\/\/[^\s<>"']+/g;
const DATE = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Dhaka', dateStyle: 'long', timeStyle: 'short' });

function outboxPage(mails: KeptMail[]): string {
  return sandboxPage({
    title: 'Outbox of the demo',
    notice: 'The demo sends no mail. What it would have sent stands here, newest first, for anyone to read.',
    className: 'mails',
    content: mails.length === 0 ? html`<p>No mail yet.</p>` : mails.map(mailArticle),
  });
}

function mailArticle({ id, at, to, subject, text, replyTo }: KeptMail): Html {
  return html`<article aria-labelledby="mail-${id}">
    <h2 id="mail-${id}">${subject}</h2>
    <p class="meta">To <b>${to}</b>, <time datetime="${at}">${DATE.format(new Date(at))}</time></p>
    ${replyTo === null ? '' : html`<p class="meta">An answer goes to <b>${replyTo}</b></p>`}
    <div class="text">${withLinks(text)}</div>
  </article>
`;
}

function withLinks(text: string): Html[] {
  const parts: Html[] = [];
  let end = 0;
  for (const { 0: url, index } of text.matchAll(LINK)) {
    parts.push(html`${text.slice(end, index)}<a href="${url}" rel="noreferrer">${url}</a>`);
    end = index + url.length;
  }
  return [...parts, html`${text.slice(end)}`];
}
