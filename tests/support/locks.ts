import type pg from 'pg';

/** PostgreSQL's row locks, weakest first (https://www.postgresql.org/docs/current/explicit-locking.html#LOCKING-ROWS). */
export const STRENGTHS = ['key share', 'share', 'no key update', 'update'] as const;
type Strength = (typeof STRENGTHS)[number];

export interface Lock {
  table: string;
  strength: Strength;
  /** A new row: no other transaction can wait for it. */
  isNew?: boolean;
}

interface Placed {
  at: number;
  locks: Lock[];
}

const CLAUSE =
  /\bfor (no key update|update|key share|share)\b(?: of (\w+))?|\.for(NoKeyUpdate|Update|KeyShare|Share)\(/g;
const WRITE = /(?<!\bfor |\bkey )\b(update|delete from|insert into|lock table)\s+(?:only\s+)?(?:public\.)?(\w+)/g;
/** Clauses that skip locked rows do not wait. */
const SKIPS = /^\)?\s*\.?skip ?locked/i;

/** Returns the text of the statement before a place, without closed parentheses. */
function before(text: string, place: number): { text: string; index: number[] } {
  const kept: number[] = [];
  let depth = 0;
  for (let at = place - 1; at >= 0 && depth >= 0 && text[at] !== ';'; at -= 1) {
    if (text[at] === '(') depth -= 1;
    if (depth === 0) kept.unshift(at);
    if (text[at] === ')') depth += 1;
  }
  return { text: kept.map((at) => text[at]).join(''), index: kept };
}

/** Returns the table of a lock clause. @throws Error without one. */
function tableOf(text: string, place: number, alias: string | undefined): string {
  const near = before(text, place);
  const named = alias ? new RegExp(`\\b(?:from|join) (\\w+) (?:as )?${alias}\\b`).exec(near.text) : undefined;
  if (named?.[1]) return named[1];
  const from = Math.max(near.text.search(/\bfrom \w+(?!.*\bfrom \w)/s), near.text.lastIndexOf('.selectFrom'));
  const rest = from < 0 ? '' : text.slice(near.index[from]);
  const table = /^(?:from |\.selectFrom\(')(\w+)/.exec(rest)?.[1];
  if (!table) throw new Error(`This lock clause names no table: ${text.slice(Math.max(0, place - 200), place + 30)}`);
  return table;
}

function clauses(text: string, skipping = false): Placed[] {
  return [...text.matchAll(CLAUSE)]
    .filter(({ 0: clause, index }) => SKIPS.test(text.slice(index + clause.length).trimStart()) === skipping)
    .map(({ 1: sql, 2: alias, 3: kysely, index }) => {
      const strength = sql ?? kysely?.replace(/(?<!^)[A-Z]/g, ' $&').toLowerCase();
      return { at: index, locks: [{ table: tableOf(text, index, alias), strength: strength as Strength }] };
    });
}

/** Returns the lock clauses of SQL and Kysely queries in a source file, in order. */
export const clausesIn = (text: string): Lock[] => clauses(text).flatMap(({ locks }) => locks);

/** Functions, triggers and foreign keys, which lock rows implicitly. */
export interface Schema {
  functions: Map<string, string>;
  triggers: { table: string; events: string; function: string }[];
  foreignKeys: { table: string; refers: string }[];
}

/** Columns that reference an admin: no transaction locks an admin's row for update after other rows. */
const OF_ADMINS = ['admin_id', 'decided_by', 'answered_by'];

/** Reads functions, triggers and foreign keys from PostgreSQL's catalogue. */
export async function readSchema(client: Pick<pg.Pool, 'query'>): Promise<Schema> {
  const functions = await client.query(`select proname as name,
      coalesce(pg_get_function_sqlbody(p.oid), prosrc) as text from pg_proc p
    where pronamespace = 'public'::regnamespace and prokind = 'f'
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`);
  const triggers =
    await client.query(`select c.relname as table, pg_get_triggerdef(t.oid) as events, p.proname as function
    from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
    where not tgisinternal and c.relnamespace = 'public'::regnamespace order by t.tgname`);
  const foreignKeys = await client.query(
    `select conrelid::regclass::text as table, confrelid::regclass::text as refers from pg_constraint k
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
      where contype = 'f' and connamespace = 'public'::regnamespace and attname <> all ($1)`,
    [OF_ADMINS],
  );
  const body = (text: string) => text.replace(/--.*$/gm, '').toLowerCase();
  return {
    functions: new Map(functions.rows.map(({ name, text }) => [name, body(text)])),
    triggers: triggers.rows,
    foreignKeys: foreignKeys.rows,
  };
}

/**
 * Returns the row locks of a statement or a function's body, in order: lock clauses, written rows, and the locks of
 * triggers, functions and foreign keys.
 */
export function locksOf(text: string, schema: Schema): Lock[] {
  const sql = text.replaceAll('"', '');
  // Writes after `skip locked` do not wait.
  const skipped = clauses(sql, true).flatMap(({ locks }) => locks.map(({ table }) => table));
  const written = [...sql.matchAll(WRITE)]
    .filter(({ 2: table = '' }) => !['set', 'graphile_worker', ...skipped].includes(table))
    .map(({ 1: verb = '', 2: table = '', index }) => {
      const [statement = ''] = sql.slice(index).split(';', 1);
      // Rows that the statement reads are locked first.
      return { at: index + statement.length, locks: locksOfWrite(verb, table, statement, schema) };
    });
  const called = [...schema.functions].flatMap(([name, body]) =>
    [...sql.matchAll(new RegExp(`\\b${name}\\(`, 'g'))].map(({ index }) => ({
      at: index,
      locks: locksOf(body, schema),
    })),
  );
  return [...clauses(sql), ...written, ...called].sort((one, other) => one.at - other.at).flatMap(({ locks }) => locks);
}

/** Whether a statement may fire a trigger. One that compares a column is fired by a statement that names the column. */
function isFired(events: string, event: string, statement: string): boolean {
  const [declared = '', condition = ''] = events.split(' WHEN ', 2);
  if (!new RegExp(`(BEFORE|AFTER) .*${event}.* ON`).test(declared)) return false;
  const compared = event === 'UPDATE' ? [...condition.matchAll(/\bold\.(\w+)/gi)].map(([, column]) => column) : [];
  return compared.length === 0 || compared.some((column) => new RegExp(`\\b${column}\\b`).test(statement));
}

function locksOfWrite(verb: string, table: string, statement: string, schema: Schema): Lock[] {
  const event = verb.split(' ', 1)[0]?.toUpperCase() ?? '';
  const triggered = schema.triggers
    .filter((trigger) => trigger.table === table && isFired(trigger.events, event, statement))
    .flatMap((trigger) => locksOf(schema.functions.get(trigger.function) ?? '', schema));
  if (event !== 'INSERT') return [{ table, strength: event === 'UPDATE' ? 'no key update' : 'update' }, ...triggered];
  const isUpsert = / on conflict [^;]*do update /.test(statement);
  const referred = schema.foreignKeys
    .filter((key) => key.table === table)
    .map(({ refers }): Lock => ({ table: refers, strength: 'key share' }));
  return [{ table, strength: 'no key update', isNew: !isUpsert }, ...triggered, ...referred];
}
