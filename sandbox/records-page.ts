import type { FastifyReply } from 'fastify';
import { type Html, html, sandboxPage, setPageHeaders } from './sandbox-page.ts';
import type { Fields } from './stand-in.ts';

/** Sends a page with records of a stand-in. Each list is a table; its columns are the names of the fields. */
export function sendRecordsPage(reply: FastifyReply, title: string, lists: Record<string, Fields[]>): FastifyReply {
  const page = sandboxPage({
    title,
    notice: 'This is a sandbox of the demo. No money moves.',
    className: 'payments',
    content: Object.entries(lists).map(([name, rows]) => html`<h2>${name}</h2>${table(name, rows)}`),
  });
  return setPageHeaders(reply).header('referrer-policy', 'no-referrer').send(page);
}

function table(name: string, rows: Fields[]): Html {
  if (!rows[0]) return html`<p>None yet.</p>`;
  const columns = Object.keys(rows[0]);
  return html`<div class="scroll" role="region" aria-label="${name}" tabindex="0"><table>
    <thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
    <tbody>${rows.map((row) => html`<tr>${columns.map((column) => html`<td>${row[column] ?? ''}</td>`)}</tr>`)}</tbody>
  </table></div>`;
}
