import { type Html, html } from '../html.ts';
import { sandboxPage } from '../sandbox-page.ts';

export interface KeptMail {
  id: number;
  /** ISO 8601, in UTC. */
  at: string;
  to: string;
  subject: string;
  text: string;
  /** The Reply-To address, where it is not the store's. */
  replyTo: string | null;
}

const LINK = /https?:\/\/[^\s<>"']+/g;
const DATE = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Dhaka', dateStyle: 'long', timeStyle: 'short' });

/** Returns a page with the mails, newest first, with their links. */
export function outboxPage(mails: KeptMail[]): string {
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
