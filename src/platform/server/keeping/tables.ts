import type pg from 'pg';

export interface Table {
  name: string;
  columns: string[];
}

/**
 * Renewed by who needs them: counts of attempts, keys that only the secret of the machine they were made on opens, and words
 * that the database itself takes from what is listed.
 */
const LEFT_OUT = ['migrations', 'limit_counts', 'signing_keys', 'search_words', 'search_synonym_words'];

/** What a new database comes with. A backup has its own, as an admin has made them. */
export const COMES_FILLED = ['search_synonyms'];

/** The store's tables with their columns, each after those that it refers to. */
export async function tablesInOrder(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table & { needs: string[] }>({
    text: `select c.relname as name,
        array(select a.attname::text from pg_attribute a
          where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
        array(select distinct r.relname::text from pg_constraint f join pg_class r on r.oid = f.confrelid
          where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as needs
      from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all ($1) order by c.relname`,
    values: [LEFT_OUT],
  });
  const ordered: Table[] = [];
  const waiting = new Map(rows.map((row) => [row.name, row]));
  while (waiting.size > 0) {
    const free = [...waiting.values()].filter((table) => table.needs.every((name) => !waiting.has(name)));
    if (free.length === 0) throw new Error(`Tables refer to each other in a circle: ${[...waiting.keys()].join(', ')}`);
    for (const { name, columns } of free) {
      waiting.delete(name);
      ordered.push({ name, columns });
    }
  }
  return ordered;
}
