import type pg from 'pg';
import type { Node, Told } from './told-plans.ts';

/** What plans are held to. */
export interface Measure {
  /** Tables that are never read from one end to the other. */
  large: ReadonlySet<string>;
  /** How many rows one part of a plan may read for few that are given or changed. */
  rows: number;
}

/** The queue of jobs, which graphile-worker itself looks through: it is short, unless much fails. */
const QUEUE = '_private_jobs';
/** Of one thing on a page no more is counted, and so much on a page at most. */
const COUNTED = { each: 1000, things: 60 };
/** A statement that gives or changes many reads as many, and looks at so many more for each. */
const FOR_EACH = 4;

/** The tables with more rows than that, once they are analysed. */
export async function largeTables(pool: pg.Pool, rows: number): Promise<ReadonlySet<string>> {
  const { rows: found } = await pool.query<{ relname: string }>(
    `select relname from pg_class where relkind = 'r' and reltuples > $1 and relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)`,
    [rows],
  );
  return new Set(found.map(({ relname }) => relname));
}

/** What is wrong with how a statement was carried out, in a line each. */
export function faultsOf({ plan }: Told, { large, rows }: Measure): string[] {
  const given = Math.max(
    times(plan),
    ...(plan.Plans ?? []).map((child) => (plan['Node Type'] === 'ModifyTable' ? times(child) : 0)),
  );
  return flat(plan).flatMap((node) => {
    const at = `${node['Node Type']} ${node['Relation Name'] ?? ''} ${node['Index Name'] ?? ''}`.trim();
    if (node['Relation Name'] === QUEUE || node['Actual Loops'] === 0) return [];
    if (/Seq Scan$/.test(node['Node Type']) && large.has(node['Relation Name'] ?? ''))
      return [`${at}: reads a large table from one end to the other`];
    const loops = node['Actual Loops'] ?? 1;
    const each = readBy(node) / Math.max(loops, 1);
    const isCount = each <= COUNTED.each && loops <= COUNTED.things;
    if (readBy(node) <= Math.max(rows, FOR_EACH * given) || isCount) return [];
    return [`${at}: reads ${Math.round(readBy(node))} rows for ${Math.round(given)}`];
  });
}

/** The rows that a part of a plan took in, whatever became of them. */
function readBy(node: Node): number {
  const own =
    (node['Actual Rows'] ?? 0) +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0) +
    (node['Rows Removed by Join Filter'] ?? 0);
  return own * (node['Actual Loops'] ?? 1);
}

const times = (node: Node) => (node['Actual Rows'] ?? 0) * (node['Actual Loops'] ?? 1);

function flat(node: Node): Node[] {
  return [node, ...(node.Plans ?? []).flatMap(flat)];
}
