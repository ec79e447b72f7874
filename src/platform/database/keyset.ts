import { z } from 'zod';
import type { Page } from '#platform/contract/call.ts';
import { Problem } from '#platform/contract/problem.ts';
import { PAGE_SIZE } from '#platform/contract/values.ts';

/** Where a page of a list ends: the instant as PostgreSQL wrote it (a JavaScript Date drops microseconds) and the id. */
export interface Keyset {
  at: string;
  id: string;
}

/** That such an instant exists: JavaScript moves 31 February on to March, PostgreSQL refuses it. */
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

/** Reads the opaque cursor of a list by instant and id. @throws Problem (400) for one that we did not give. */
export function readCursor(cursor: string | undefined): Keyset | undefined {
  const [at, id] = readCursorAs(shape, cursor) ?? [];
  return at === undefined || id === undefined ? undefined : { at, id };
}

/** Makes the opaque cursor of a place in a list. */
export function writeCursor(place: readonly unknown[]): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}

/** Reads the opaque cursor of a list that has an order of its own. @throws Problem (400) for one that we did not give. */
export function readCursorAs<S extends z.ZodType>(place: S, cursor: string | undefined): z.output<S> | undefined {
  if (cursor === undefined) return undefined;
  try {
    return place.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')));
  } catch {
    throw new Problem('invalid', 'bad-cursor', 'error.cursor', [{ field: 'cursor', message: 'error.cursor' }]);
  }
}

/**
 * Cuts a page off rows that were asked for one beyond its size, and makes the cursor of the next.
 * Each row carries `cursor_at`, its instant as text in UTC.
 */
export function toPage<Row extends { cursor_at: string; id: string }, T>(
  rows: readonly Row[],
  present: (row: Row) => T,
  size = PAGE_SIZE,
): Page<T> {
  const shown = rows.slice(0, size);
  const last = rows.length > size ? shown.at(-1) : undefined;
  return {
    items: shown.map(present),
    ...(last ? { next: writeCursor([last.cursor_at, last.id]) } : {}),
  };
}
