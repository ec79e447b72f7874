import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Opens a SQLite file, or `:memory:`, with a schema. One process at a time can open a file. */
export function openSqliteFile(file: string, schema: string): DatabaseSync {
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true });
  const database = new DatabaseSync(file, { timeout: 500 });
  // FULL: an acknowledged payment must survive a power cut.
  database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
  database.exec(`BEGIN IMMEDIATE; ${schema} COMMIT;`);
  return database;
}
