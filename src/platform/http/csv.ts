/** Numbers are not quoted; everything else is text. */
export type Cell = string | number | Date | boolean | null;

/** Spreadsheets read a text that begins so as a formula (OWASP, "CSV Injection"); an apostrophe prevents that. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/** The byte order mark, by which spreadsheets recognise UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';

/** Dhaka is six hours ahead of UTC all year. */
const DHAKA_OFFSET_MS = 6 * 3_600_000;

/** Returns an instant on Dhaka's clock, with its offset: a spreadsheet shows the day that the pages show. */
function dhakaTime(value: Date): string {
  return `${new Date(value.getTime() + DHAKA_OFFSET_MS).toISOString().slice(0, 19)}+06:00`;
}

function cell(value: Cell): string {
  if (typeof value === 'number') return String(value);
  const text = value instanceof Date ? dhakaTime(value) : String(value ?? '');
  return `"${text.replace(FORMULA, "'$&").replaceAll('"', '""')}"`;
}

function line(cells: readonly Cell[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

/** Yields a table as CSV (RFC 4180): the header, then each batch of rows, of which it holds one in memory. */
export async function* toCsv(heads: readonly string[], batches: AsyncIterable<Cell[][]>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + line(heads);
  for await (const rows of batches) yield rows.map(line).join('');
}
