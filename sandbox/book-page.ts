import { type Html, html, sandboxPage } from './sandbox-page.ts';

type Row = Record<string, string>;

/** Returns a page with the entries of a stand-in's book: a table for each list, with the names of its fields as columns. */
export function bookPage(title: string, lists: Record<string, Row[]>): string {
  return sandboxPage({
    title,
    notice: 'This is a stand-in for the demo. No money moves.',
    className: 'payments',
    content: Object.entries(lists).map(([name, rows]) => html`<h2>${name}</h2>${table(name, rows)}`),
  });
}

function table(name: string, rows: Row[]): Html {
  if (!rows[0]) return html`<p>None yet.</p>`;
  const columns = Object.keys(rows[0]);
  return html`<div class="scroll" role="region" aria-label="${name}" tabindex="0"><table>
    <thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
    <tbody>${rows.map((row) => html`<tr>${columns.map((column) => html`<td>${row[column] ?? ''}</td>`)}</tr>`)}</tbody>
  </table></div>`;
}
