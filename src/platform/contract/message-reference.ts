const NUMBER = /^-?\d+(\.\d+)?$/;

/**
 * Returns a message that is not translated yet: its key and its values as one string (`book.phoneError?n=9`). Schemas, rules
 * and problems carry it; the browser or the server translates it. A text that reads as a number is quoted (`item='2019`).
 */
export function message(key: string, values: Record<string, string | number> = {}): string {
  const query = new URLSearchParams(
    Object.entries(values).map(([name, value]) => [name, quoteNumber(value)]),
  ).toString();
  return query ? `${key}?${query}` : key;
}

/** Returns the key and the values of such a string, each as the number or the text that it was. */
export function readMessage(text: string): { key: string; values: Record<string, string | number> } {
  const mark = text.indexOf('?');
  if (mark < 0) return { key: text, values: {} };
  const values = [...new URLSearchParams(text.slice(mark + 1))].map(([name, value]) => [name, unquoteNumber(value)]);
  return { key: text.slice(0, mark), values: Object.fromEntries(values) };
}

function quoteNumber(value: string | number): string {
  return typeof value === 'string' && (value.startsWith("'") || NUMBER.test(value)) ? `'${value}` : String(value);
}

function unquoteNumber(value: string): string | number {
  if (value.startsWith("'")) return value.slice(1);
  return NUMBER.test(value) ? Number(value) : value;
}
