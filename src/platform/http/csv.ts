/** A number stays one, without quotes; everything else is text. */
export type Cell = string | number | Date | boolean | null;

/** Spreadsheets take a text that begins so for a formula (OWASP, "CSV Injection"); an apostrophe makes it a text again. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/** Without it a spreadsheet reads UTF-8 as something else. */
const BYTE_ORDER_MARK = '\ufeff';

function cell(value: Cell): string {
  if (typeof value === 'number') return String(value);
  const text = value instanceof Date ? value.toISOString() : String(value ?? '');
  return `"${text.replace(FORMULA, "'$&").replaceAll('"', '""')}"`;
}

function line(cells: readonly Cell[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

/**
 * A table as CSV (RFC 4180), in pieces: the heads, then each batch of rows as it comes. No more than a batch is held in
 * memory.
 */
export async function* toCsv(heads: readonly string[], batches: AsyncIterable<Cell[][]>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + line(heads);
  for await (const rows of batches) yield rows.map(line).join('');
}
