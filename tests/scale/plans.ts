import type pg from 'pg';

export interface Statement {
  name: string;
  text: string;
  values: unknown[];
}

/** Returns a pool that records the statements of the store. */
export function listening(pool: pg.Pool): { pool: pg.Pool; heard: Statement[] } {
  const heard: Statement[] = [];
  async function connect() {
    const client = await pool.connect();
    function query(asked: { name?: string; text: string; values?: unknown[] }) {
      heard.push({ name: asked.name ?? '', text: asked.text, values: asked.values ?? [] });
      return client.query(asked);
    }
    return {
      query,
      getTransactionStatus: () => client.getTransactionStatus(),
      release: (isBroken?: boolean) => client.release(isBroken),
    };
  }
  // The test itself uses `query`.
  const query = (text: string) => pool.query(text);
  return { pool: { options: pool.options, connect, query } as unknown as pg.Pool, heard };
}

interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  'Shared Hit Blocks'?: number;
  'Shared Read Blocks'?: number;
  Plans?: Node[];
}

export interface Plan {
  /** Whether it reads most products without an index. */
  scansTable: boolean;
  /** Rows of products that were read. */
  rows: number;
  /** Pages of the database that were read. */
  buffers: number;
  /** Milliseconds. */
  time: number;
  jit: boolean;
}

/** A scan that ends earlier, at a limit, is no scan of the table. */
const SCAN_MIN_RATIO = 0.2;

/** Runs a statement with the plan for all values (`generic`), or for these values. */
export async function explain(pool: pg.Pool, { text, values }: Statement, generic: boolean): Promise<Plan> {
  const client = await pool.connect();
  try {
    await client.query(`set plan_cache_mode = ${generic ? 'force_generic_plan' : 'force_custom_plan'}`);
    await client.query(`prepare asked as ${text}`);
    const given = values.length > 0 ? `(${values.map((value) => literal(client, value)).join(', ')})` : '';
    const { rows } = await client.query(`explain (analyze, buffers, format json) execute asked${given}`);
    const size = await client.query("select reltuples from pg_class where relname = 'products'");
    const products = Number(size.rows[0].reltuples);
    const [{ Plan: root, JIT, 'Execution Time': time }] = rows[0]['QUERY PLAN'];
    const nodes = flat(root);
    const ofProducts = nodes.filter((node) => node['Relation Name'] === 'products');
    return {
      scansTable: ofProducts.some(
        (node) => node['Node Type'] === 'Seq Scan' && touched(node) > products * SCAN_MIN_RATIO,
      ),
      rows: ofProducts.reduce((sum, node) => sum + touched(node), 0),
      buffers: (root['Shared Hit Blocks'] ?? 0) + (root['Shared Read Blocks'] ?? 0),
      time,
      jit: JIT !== undefined,
    };
  } finally {
    await client.query('deallocate asked');
    await client.query('reset plan_cache_mode');
    client.release();
  }
}

function flat(node: Node): Node[] {
  return [node, ...(node.Plans ?? []).flatMap(flat)];
}

function touched(node: Node): number {
  const each =
    (node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  return Math.round(each * (node['Actual Loops'] ?? 1));
}

function literal(client: pg.PoolClient, value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (!Array.isArray(value)) return client.escapeLiteral(String(value));
  const items = value.map((one) => (one === null ? 'null' : `"${String(one).replace(/["\\]/g, '\\$&')}"`));
  return client.escapeLiteral(`{${items.join(',')}}`);
}
