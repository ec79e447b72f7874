import type pg from 'pg';
import type { Node, ReportedPlan } from './auto-explain.ts';

/** The limits of plans. */
export interface PlanLimits {
  /** Tables that no plan scans. */
  large: ReadonlySet<string>;
  /** Rows that one node of a plan may read when few rows are returned or changed. */
  rows: number;
}

/** graphile-worker scans its job queue, which is short. */
const QUEUE = '_private_jobs';
/** A page counts up to 1,000 rows for each of up to 60 entries. */
const COUNTED = { maxRows: 1000, maxEntries: 60 };
/** Rows that a node may read for each row that is returned or changed. */
const READ_PER_RESULT_MAX_ROWS = 4;

/** Returns the names of analysed tables with more rows. */
export async function largeTables(pool: pg.Pool, rows: number): Promise<ReadonlySet<string>> {
  const { rows: found } = await pool.query<{ relname: string }>(
    `select relname from pg_class where relkind = 'r' and reltuples > $1 and relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)`,
    [rows],
  );
  return new Set(found.map(({ relname }) => relname));
}

/** Returns a line for each fault of a plan. */
export function faultsOf({ plan }: ReportedPlan, { large, rows }: PlanLimits): string[] {
  const given = Math.max(
    times(plan),
    ...(plan.Plans ?? []).map((child) => (plan['Node Type'] === 'ModifyTable' ? times(child) : 0)),
  );
  return flat(plan).flatMap((node) => {
    const at = `${node['Node Type']} ${node['Relation Name'] ?? ''} ${node['Index Name'] ?? ''}`.trim();
    if (node['Relation Name'] === QUEUE || node['Actual Loops'] === 0) return [];
    if (/Seq Scan$/.test(node['Node Type']) && large.has(node['Relation Name'] ?? ''))
      return [`${at}: scans a large table`];
    const loops = node['Actual Loops'] ?? 1;
    const each = readBy(node) / Math.max(loops, 1);
    const isCount = each <= COUNTED.maxRows && loops <= COUNTED.maxEntries;
    if (readBy(node) <= Math.max(rows, READ_PER_RESULT_MAX_ROWS * given) || isCount) return [];
    return [`${at}: reads ${Math.round(readBy(node))} rows for ${Math.round(given)}`];
  });
}

/** Returns the rows that a node read, also those that it removed. */
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
