// Builds PostgreSQL tsqueries as text (PostgreSQL documentation, 8.11.2). Lexemes hold only letters and digits.

export function token(lexeme: string): string {
  return `'${lexeme}'`;
}

export function anyOf(queries: readonly string[]): string {
  return join(queries, ' | ');
}

export function allOf(queries: readonly string[]): string {
  return join(queries, ' & ');
}

function join(queries: readonly string[], operator: string): string {
  const different = [...new Set(queries)];
  return different.length < 2 ? (different[0] ?? '') : `(${different.join(operator)})`;
}

/** Matches the queries one directly after the other. */
export function inSequence(queries: readonly string[]): string {
  return queries.length < 2 ? (queries[0] ?? '') : `(${queries.join(' <-> ')})`;
}

export function not(query: string): string {
  return `!${query}`;
}
