import pg from 'pg';

export interface Table {
  name: string;
  /** Without generated ones. */
  columns: string[];
}

/** Tables whose rows triggers derive. */
const DERIVED = ['search_words', 'search_synonym_words', 'ledger_balances', 'ledger_months'];
/** Tables that a backup leaves out: besides derived ones, rate limits and keys that only the old secret decrypts. */
const EXCLUDED = ['migrations', 'limit_counts', 'signing_keys', ...DERIVED];

/** The name of a table's file in the archive. */
export function tableFile(table: string): string {
  return `tables/${table}.csv`;
}

/** The file of pending jobs, with the parameters of graphile-worker's add_job. */
export const JOBS_FILE = 'jobs.csv';

/** Returns a table and its columns for COPY. */
export function copyTarget({ name, columns }: Table): string {
  return `${pg.escapeIdentifier(name)} (${columns.map(pg.escapeIdentifier).join(', ')})`;
}

/** Returns the tables of a backup, each after the tables that it refers to. */
export async function tablesInOrder(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table & { needs: string[] }>({
    text: `select c.relname as name,
        array(select a.attname::text from pg_attribute a
          where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
        array(select distinct r.relname::text from pg_constraint f join pg_class r on r.oid = f.confrelid
          where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as needs
      from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all ($1) order by c.relname`,
    values: [EXCLUDED],
  });
  const ordered: Table[] = [];
  const waiting = new Map(rows.map((row) => [row.name, row]));
  while (waiting.size > 0) {
    const free = [...waiting.values()].filter((table) => table.needs.every((name) => !waiting.has(name)));
    if (free.length === 0) throw new Error(`Tables refer to each other in a cycle: ${[...waiting.keys()].join(', ')}`);
    for (const { name, columns } of free) {
      waiting.delete(name);
      ordered.push({ name, columns });
    }
  }
  return ordered;
}
