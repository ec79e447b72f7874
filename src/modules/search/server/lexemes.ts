// The language of tsquery, as text (PostgreSQL documentation, 8.11.2). Everything goes through `quoted`.

/** A lexeme that means itself, whatever stands in it. */
export function quoted(lexeme: string): string {
  return `'${lexeme.replace(/['\\]/g, '$&$&')}'`;
}

export function anyOf(parts: readonly string[]): string {
  return parts.length === 1 ? (parts[0] ?? '') : `(${[...new Set(parts)].join(' | ')})`;
}

/** Of none, nothing is asked: ''. */
export function allOf(parts: readonly string[]): string {
  return parts.length < 2 ? (parts[0] ?? '') : `(${[...new Set(parts)].join(' & ')})`;
}

/** One after the other. */
export function inOrder(parts: readonly string[]): string {
  return parts.length === 1 ? (parts[0] ?? '') : `(${parts.join(' <-> ')})`;
}

export function not(part: string): string {
  return `!${part}`;
}
