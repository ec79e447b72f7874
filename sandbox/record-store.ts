import { randomInt } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { openSqliteFile } from './sqlite-file.ts';

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS entries (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    body TEXT NOT NULL,
    UNIQUE (kind, id)
  ) STRICT;
`;

/** The records of one stand-in, of several kinds, in one SQLite file. One process at a time can open it. */
export class RecordStore<Kinds extends object> {
  readonly #database: DatabaseSync;

  /** `indexed` has the fields that `find` is called with. */
  constructor(file: string, indexed: string[]) {
    const indexes = indexed.map(
      (field) => `CREATE INDEX IF NOT EXISTS entries_by_${field} ON entries (kind, json_extract(body, '$.${field}'));`,
    );
    this.#database = openSqliteFile(file, SCHEMA + indexes.join(''));
  }

  /** Adds a record, or replaces the one with this id. */
  put<K extends keyof Kinds & string>(kind: K, id: string, entry: Kinds[K]): void {
    const sql = `INSERT INTO entries (kind, id, body) VALUES (?, ?, ?)
      ON CONFLICT (kind, id) DO UPDATE SET body = excluded.body`;
    this.#database.prepare(sql).run(kind, id, JSON.stringify(entry));
  }

  get<K extends keyof Kinds & string>(kind: K, id: string): Kinds[K] | undefined {
    return this.#select(kind, 'AND id = ?', id)[0];
  }

  /** Returns the records in which a field has a value, oldest first. */
  find<K extends keyof Kinds & string>(kind: K, field: keyof Kinds[K] & string, value: string): Kinds[K][] {
    return this.#select(kind, `AND json_extract(body, '$.${field}') = ? ORDER BY seq`, value);
  }

  /** Returns the last hundred records, newest first. */
  latest<K extends keyof Kinds & string>(kind: K): Kinds[K][] {
    return this.#select(kind, 'ORDER BY seq DESC LIMIT 100');
  }

  close(): void {
    this.#database.close();
  }

  #select<K extends keyof Kinds & string>(kind: K, rest: string, ...values: string[]): Kinds[K][] {
    const rows = this.#database.prepare(`SELECT body FROM entries WHERE kind = ? ${rest}`).all(kind, ...values);
    return rows.map(({ body }) => JSON.parse(String(body)) as Kinds[K]);
  }
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** Returns random capitals and digits, from the system's secure source. */
export function randomCode(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** Returns an amount of taka in text as poisha. Undefined unless it is positive, with two decimals at most. */
export function poishaOf(text: string | undefined): number | undefined {
  if (!/^\d{1,9}(\.\d{1,2})?$/.test(text ?? '')) return undefined;
  return Math.round(Number(text) * 100) || undefined;
}

/** Returns poisha as taka with two decimals. */
export function takaOf(poisha: number): string {
  return (poisha / 100).toFixed(2);
}
