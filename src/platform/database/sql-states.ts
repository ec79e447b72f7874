/** SQLSTATEs of PostgreSQL (https://www.postgresql.org/docs/current/errcodes-appendix.html). */
export const SQL_STATES = {
  uniqueViolation: '23505',
  undefinedTable: '42P01',
  /** A lock timeout. */
  lockNotAvailable: '55P03',
  /** Also a statement timeout. */
  queryCanceled: '57014',
} as const;
