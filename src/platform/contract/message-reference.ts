/**
 * Returns a message that is not translated yet: its key and its values as one string (`book.phoneError?n=9`). Schemas, rules
 * and problems carry it; the browser or the server translates it.
 */
export function message(key: string, values: Record<string, string | number> = {}): string {
  const query = new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)])).toString();
  return query ? `${key}?${query}` : key;
}

/** Returns the key and the values of such a string. */
export function readMessage(text: string): { key: string; values: Record<string, string> } {
  const mark = text.indexOf('?');
  if (mark < 0) return { key: text, values: {} };
  return { key: text.slice(0, mark), values: Object.fromEntries(new URLSearchParams(text.slice(mark + 1))) };
}
