import { createHash } from 'node:crypto';
import { ask } from './server-processes.ts';

const OURS = "n.nspname in ('public', 'graphile_worker')";
const RELATIONS = `pg_class c join pg_namespace n on n.oid = c.relnamespace where ${OURS}`;

/**
 * Queries for a whole schema from PostgreSQL's catalogue. Columns are compared in their order, without the numbers of deleted
 * ones. Nullability is read from columns: PostgreSQL 18 names its not-null constraints after former table names. Comments in
 * the source of functions are left out.
 */
const LOOKS = [
  `select n.nspname, c.relname, row_number() over (partition by c.oid order by a.attnum) as place, a.attname,
     format_type(a.atttypid, a.atttypmod) as type, a.attnotnull, a.attidentity, a.attgenerated, a.attstorage, a.attcompression,
     nullif(a.attstattarget, -1) as statistics, a.attcollation::regcollation::text as collation, a.attacl::text, a.attoptions,
     col_description(c.oid, a.attnum) as comment, pg_get_expr(d.adbin, d.adrelid) as value
   from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
     left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
   where ${OURS} and c.relkind in ('r', 'v') and a.attnum > 0 and not a.attisdropped order by 1, 2, 3`,
  `select n.nspname, c.relname, c.relkind, c.relpersistence, c.reloptions, c.relacl::text, c.relrowsecurity,
     obj_description(c.oid, 'pg_class') as comment, case when c.relkind = 'v' then pg_get_viewdef(c.oid) end as view
   from ${RELATIONS} and c.relkind in ('r', 'v', 'S', 'i') order by 1, 2`,
  `select schemaname, sequencename, data_type::text, start_value, increment_by, cycle from pg_sequences
   where schemaname in ('public', 'graphile_worker') order by 1, 2`,
  `select schemaname, indexdef from pg_indexes where schemaname in ('public', 'graphile_worker') order by 1, 2`,
  `select n.nspname, c.conrelid::regclass::text, c.conname, pg_get_constraintdef(c.oid), c.convalidated from pg_constraint c
   join pg_namespace n on n.oid = c.connamespace where ${OURS} and c.contype <> 'n' order by 1, 2, 3, 4`,
  `select pg_get_triggerdef(t.oid), t.tgenabled from pg_trigger t join pg_class c on c.oid = t.tgrelid
   join pg_namespace n on n.oid = c.relnamespace where ${OURS} and not t.tgisinternal order by 1`,
  `select regexp_replace(pg_get_functiondef(p.oid), '^ *--.*\\n', '', 'gn') as source, p.proacl::text,
     obj_description(p.oid, 'pg_proc') as comment
   from pg_proc p join pg_namespace n on n.oid = p.pronamespace where ${OURS} and p.prokind = 'f' order by 1`,
  'select extname, extnamespace::regnamespace::text as schema from pg_extension order by 1',
  `select n.nspname, d.dictname, t.tmplname, d.dictinitoption from pg_ts_dict d join pg_ts_template t on t.oid = d.dicttemplate
   join pg_namespace n on n.oid = d.dictnamespace where ${OURS} order by 1, 2`,
  `select n.nspname, c.cfgname from pg_ts_config c join pg_namespace n on n.oid = c.cfgnamespace where ${OURS} order by 1, 2`,
  `select pg_get_statisticsobjdef(s.oid) from pg_statistic_ext s join pg_namespace n on n.oid = s.stxnamespace where ${OURS} order by 1`,
  'select defaclnamespace::regnamespace::text, defaclobjtype, defaclacl::text from pg_default_acl order by 1, 2',
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
