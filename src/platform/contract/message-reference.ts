/**
 * A message people will read, before anyone has chosen its language: a key of the words, with its values, as one
 * string (`book.phoneError?n=9`). Schemas, rules and problems carry it; the browser or the server says it.
 */
export function message(key: string, values: Record<string, string | number> = {}): string {
  const query = new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)])).toString();
  return query ? `${key}?${query}` : key;
}

/** Takes a message apart again. */
export function readMessage(text: string): { key: string; values: Record<string, string> } {
  const mark = text.indexOf('?');
  if (mark < 0) return { key: text, values: {} };
  return { key: text.slice(0, mark), values: Object.fromEntries(new URLSearchParams(text.slice(mark + 1))) };
}
