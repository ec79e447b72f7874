import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Page } from '#platform/contract/call.ts';
import { fieldProblem } from '#platform/contract/problem.ts';
import type { Db } from './database.ts';
import { runCompiled, runPrepared, type Statement } from './prepared.ts';

/** The end of a page: the instant as PostgreSQL writes it (a JavaScript Date drops microseconds) and the id. */
export interface Keyset {
  at: string;
  id: string;
}

/** A page of a list: `size` rows after a place, or the first ones. */
export interface PageRequest {
  size: number;
  after: Keyset | undefined;
}

/** The rows of a page, and the opaque cursor of the next page; undefined on the last. */
export interface PageRows<Row> {
  rows: Row[];
  next: string | undefined;
}

/** Whether such an instant exists: JavaScript moves 31 February to March, PostgreSQL refuses it. */
function isInstant(at: string): boolean {
  const date = new Date(at.replace(' ', 'T').replace('+00', 'Z'));
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === at.slice(0, 10);
}

const shape = z.tuple([
  z
    .string()
    .regex(/^(?!0000)\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?\+00$/)
    .refine(isInstant),
  z.uuid(),
]);

/** Reads the opaque cursor of a list by instant and id. @throws Problem (400) for a cursor that the store did not write. */
export function readCursor(cursor: string | undefined): Keyset | undefined {
  const [at, id] = readCursorAs(shape, cursor) ?? [];
  return at === undefined || id === undefined ? undefined : { at, id };
}

/** Returns the page of `size` rows that a call's cursor asks for. @throws Problem (400) as readCursor does. */
export function readPage({ cursor }: { cursor?: string | undefined }, size: number): PageRequest {
  return { size, after: readCursor(cursor) };
}

/** Returns the opaque cursor of a place in a list. */
export function writeCursor(place: readonly unknown[]): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}

/** Reads the opaque cursor of a list with its own order. @throws Problem (400) for a cursor that the store did not write. */
export function readCursorAs<S extends z.ZodType>(place: S, cursor: string | undefined): z.output<S> | undefined {
  if (cursor === undefined) return undefined;
  try {
    return place.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')));
  } catch {
    throw fieldProblem('invalid', 'bad-cursor', 'cursor', 'error.cursor');
  }
}

/** Returns the condition that a row is beyond a place: `columns` are the instant and the id that the query is ordered by. */
export function keysetCondition(
  columns: RawBuilder<unknown>,
  { at, id }: Keyset,
  order: 'asc' | 'desc' = 'desc',
): RawBuilder<boolean> {
  return sql`(${columns}) ${sql.raw(order === 'desc' ? '<' : '>')} (${at}::timestamptz, ${id}::uuid)`;
}

/**
 * Selects a page of a query, newest first by `at` and then by `id`, columns such as `b.created_at` and `b.id`. The query
 * selects the id as `id`, and has neither order nor limit.
 */
export async function selectPage<B, T extends keyof B, Row extends { id: string }>(
  db: Db,
  query: SelectQueryBuilder<B, T, Row>,
  [at, id]: readonly [at: string, id: string],
  { size, after }: PageRequest,
): Promise<PageRows<Row>> {
  const started = after ? query.where(keysetCondition(sql`${sql.ref(at)}, ${sql.ref(id)}`, after)) : query;
  const page = started
    .select(sql<string>`${sql.ref(at)}::text`.as('cursor_at'))
    .orderBy(sql.ref(at), 'desc')
    .orderBy(sql.ref(id), 'desc')
    // A part of the text: PostgreSQL keeps no plan for an unknown limit.
    .limit(sql.lit(size + 1));
  return cutPage((await runCompiled(db, page.compile())) as unknown as (Row & { cursor_at: string })[], size);
}

/**
 * Adds a page's condition, order and limit to a prepared statement on the alias `p` that ends with its conditions.
 * Values are in `(select $1)`, so that PostgreSQL keeps one plan for all of them (decision 21).
 */
export function pageStatement(
  { name, text }: Statement,
  values: readonly unknown[],
  { size, after }: PageRequest,
): { statement: Statement; values: unknown[] } {
  const n = values.length;
  const condition = after
    ? ` and (p.created_at, p.id) < ((select $${n + 1}::timestamptz), (select $${n + 2}::uuid))`
    : '';
  return {
    statement: {
      name: `${name}-${after ? 'after-' : ''}${size}`,
      text: `${text}${condition} order by p.created_at desc, p.id desc limit ${size + 1}`,
      instantsAsText: true,
    },
    values: after ? [...values, after.at, after.id] : [...values],
  };
}

/** Selects a page by a prepared statement, as pageStatement completes it. Instants in the rows are text. */
export async function selectPreparedPage<Row extends { created_at: string; id: string }>(
  db: Db,
  prepared: Statement,
  firstValues: readonly unknown[],
  page: PageRequest,
): Promise<PageRows<Row>> {
  const { statement, values } = pageStatement(prepared, firstValues, page);
  const rows = await runPrepared<Row>(db, statement, values);
  return cut(rows, page.size, (last) => last.created_at);
}

/** Returns a page of rows that a store selected without selectPage, one row beyond `size`, and the next page's cursor. */
export function cutPage<Row extends { cursor_at: string; id: string }>(rows: Row[], size: number): PageRows<Row> {
  return cut(rows, size, (last) => last.cursor_at);
}

function cut<Row extends { id: string }>(rows: Row[], size: number, instantOf: (row: Row) => string): PageRows<Row> {
  if (rows.length <= size) return { rows, next: undefined };
  const shown = rows.slice(0, size);
  const last = shown.at(-1);
  return { rows: shown, next: last && writeCursor([instantOf(last), last.id]) };
}

/** Returns the answer of a paged call from the rows of its page. */
export function presentPage<Row, T>({ rows, next }: PageRows<Row>, present: (row: Row) => T): Page<T> {
  return { items: rows.map(present), next };
}
