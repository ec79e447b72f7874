import { randomInt } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS entries (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    body TEXT NOT NULL,
    UNIQUE (kind, id)
  ) STRICT;
`;

/** The book of one stand-in: entries of several kinds, in one SQLite file, which one process at a time can open. */
export class StandInBook<Kinds extends object> {
  readonly #database: DatabaseSync;

  /** `indexed` has the fields that `find` is called with. */
  constructor(file: string, indexed: string[]) {
    if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true });
    this.#database = new DatabaseSync(file, { timeout: 500 });
    // FULL: a payment that the store has heard of must survive a power cut.
    this.#database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
    this.#database.exec(SCHEMA);
    for (const field of indexed)
      this.#database.exec(
        `CREATE INDEX IF NOT EXISTS entries_by_${field} ON entries (kind, json_extract(body, '$.${field}'))`,
      );
  }

  /** Adds an entry, or replaces the one with this id. */
  put<K extends keyof Kinds & string>(kind: K, id: string, entry: Kinds[K]): void {
    const sql = `INSERT INTO entries (kind, id, body) VALUES (?, ?, ?)
      ON CONFLICT (kind, id) DO UPDATE SET body = excluded.body`;
    this.#database.prepare(sql).run(kind, id, JSON.stringify(entry));
  }

  get<K extends keyof Kinds & string>(kind: K, id: string): Kinds[K] | undefined {
    return this.#select(kind, 'id = ?', id)[0];
  }

  /** Returns the entries in which a field has a value, oldest first. */
  find<K extends keyof Kinds & string>(kind: K, field: keyof Kinds[K] & string, value: string): Kinds[K][] {
    return this.#select(kind, `json_extract(body, '$.${field}') = ?`, value);
  }

  /** Returns the last hundred entries, newest first. */
  latest<K extends keyof Kinds & string>(kind: K): Kinds[K][] {
    const sql = 'SELECT body FROM entries WHERE kind = ? ORDER BY seq DESC LIMIT 100';
    return this.#database
      .prepare(sql)
      .all(kind)
      .map(({ body }) => JSON.parse(String(body)) as Kinds[K]);
  }

  close(): void {
    this.#database.close();
  }

  #select<K extends keyof Kinds & string>(kind: K, where: string, value: string): Kinds[K][] {
    return this.#database
      .prepare(`SELECT body FROM entries WHERE kind = ? AND ${where} ORDER BY seq`)
      .all(kind, value)
      .map(({ body }) => JSON.parse(String(body)) as Kinds[K]);
  }
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** Returns random capitals and digits, from the system's secure source. */
export function randomCode(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** Returns an amount of taka in text as poisha; undefined for a text that is no positive amount of two decimals at most. */
export function poishaOf(text: string | undefined): number | undefined {
  if (!/^\d{1,9}(\.\d{1,2})?$/.test(text ?? '')) return undefined;
  return Math.round(Number(text) * 100) || undefined;
}

/** Returns poisha as taka with two decimals. */
export function takaOf(poisha: number): string {
  return (poisha / 100).toFixed(2);
}
