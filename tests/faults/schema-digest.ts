import { createHash } from 'node:crypto';
import { ask } from './machines.ts';

const OURS = "n.nspname in ('public', 'graphile_worker')";

/**
 * Queries for a whole schema from PostgreSQL's catalogue. Nullability is read from columns: PostgreSQL 18 names its not-null
 * constraints after former table names.
 */
const LOOKS = [
  `select table_schema, table_name, column_name, ordinal_position, column_default, is_nullable, udt_name, is_identity
   from information_schema.columns where table_schema in ('public', 'graphile_worker') order by 1, 2, 4`,
  `select n.nspname, c.relname, c.relkind, c.relpersistence, coalesce(pg_get_viewdef(c.oid), '') from pg_class c
   join pg_namespace n on n.oid = c.relnamespace where ${OURS} and c.relkind in ('r', 'v', 'S') order by 1, 2`,
  `select schemaname, indexdef from pg_indexes where schemaname in ('public', 'graphile_worker') order by 1, 2`,
  `select n.nspname, c.conrelid::regclass::text, c.conname, pg_get_constraintdef(c.oid), c.convalidated from pg_constraint c
   join pg_namespace n on n.oid = c.connamespace where ${OURS} and c.contype <> 'n' order by 1, 2, 3, 4`,
  `select pg_get_triggerdef(t.oid) from pg_trigger t join pg_class c on c.oid = t.tgrelid
   join pg_namespace n on n.oid = c.relnamespace where ${OURS} and not t.tgisinternal order by 1`,
  `select pg_get_functiondef(p.oid) from pg_proc p join pg_namespace n on n.oid = p.pronamespace
   where ${OURS} and p.prokind = 'f' order by 1`,
];
const MIGRATIONS = 'select name, checksum from migrations order by name';

/** Returns the schema of a database, one line for each column, relation, index, constraint, trigger and function. */
export async function schemaOf(url: string): Promise<string[]> {
  const lines: string[] = [];
  for (const look of LOOKS) lines.push(...(await ask(url, look)).map((row) => JSON.stringify(row)));
  return lines;
}

/** Returns a digest of a database's schema and its migrations. */
export async function schemaDigest(url: string): Promise<string> {
  const hash = createHash('sha256');
  hash.update(JSON.stringify(await schemaOf(url)));
  hash.update(JSON.stringify(await ask(url, MIGRATIONS).catch(() => 'none')));
  return hash.digest('hex');
}
