import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { vi } from 'vitest';
import { SUPERUSER } from '#embedded-postgres/database-cluster.ts';
import { TEST } from '../support/test-store.ts';

/** A node of an executed plan (https://www.postgresql.org/docs/18/using-explain.html). */
export interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Parent Relationship'?: string;
  /** Average of a loop. */
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  'Rows Removed by Join Filter'?: number;
  'Shared Hit Blocks'?: number;
  'Shared Read Blocks'?: number;
  Plans?: Node[];
}

export interface ReportedPlan {
  text: string;
  plan: Node;
}

/** Whether the database plans a prepared statement for its values, or once for all values. */
export type PlanCacheMode = 'force_custom_plan' | 'force_generic_plan';

/**
 * Makes new connections to a database report each executed plan as a notice, also those inside functions and triggers
 * (https://www.postgresql.org/docs/18/auto-explain.html).
 */
export async function enableAutoExplain(url: string): Promise<void> {
  const settings: Record<string, string> = {
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_analyze': 'on',
    'auto_explain.log_buffers': 'on',
    'auto_explain.log_timing': 'off',
    'auto_explain.log_nested_statements': 'on',
    'auto_explain.log_format': 'json',
    'auto_explain.log_level': 'notice',
    'auto_explain.log_parameter_max_length': '0',
  };
  // The store's own database user may not load this. On the tests' server both users have one password.
  const admin = process.env.TEST_DATABASE_URL ? url : Object.assign(new URL(url), { username: SUPERUSER }).href;
  const client = new pg.Client({ connectionString: admin });
  await client.connect();
  try {
    await client.query(`load 'auto_explain'`);
    const name = client.escapeIdentifier(new URL(url).pathname.slice(1));
    for (const [setting, value] of Object.entries(settings))
      await client.query(`alter database ${name} set ${setting} = ${client.escapeLiteral(value)}`);
  } finally {
    await client.end();
  }
}

/** Sent by a timer, which may end during the work or after it. */
const LIVE_MESSAGE = /^select pg_notify\(/;

export interface Recorded<T> {
  answer: T;
  plans: ReportedPlan[];
  statements: string[];
}

/** Records the plans that connections of this process report. Call it before a store is opened. */
export function recordPlans() {
  let plans: ReportedPlan[] = [];
  const statementsOf = new AsyncLocalStorage<string[]>();
  let mode: PlanCacheMode = 'force_custom_plan';
  /** Statements without a name are always planned for their values. */
  const unnamed = new Set<string>();
  const known = new WeakMap<pg.Client, PlanCacheMode>();
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;

  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    if (isTest(this)) return query.apply(this, args);
    const [given] = args as [string | { text?: string; name?: string } | null];
    const { text = '', name } = typeof given === 'string' ? { text: given } : (given ?? {});
    if (!known.has(this)) this.on('notice', ({ message }) => note(message ?? ''));
    if (!LIVE_MESSAGE.test(text)) statementsOf.getStore()?.push(text);
    if (!name && given) unnamed.add(text);
    if (known.get(this) === mode) return query.apply(this, args);
    known.set(this, mode);
    const set = query.call(this, `set plan_cache_mode = ${mode}`) as Promise<unknown>;
    return set.then(() => query.apply(this, args));
  } as never);

  const isTest = (client: pg.Client) =>
    (client as unknown as { connectionParameters: { application_name?: string } }).connectionParameters
      .application_name === TEST;

  function note(message: string): void {
    const [, plan] = /^duration: [\d.]+ ms {2}plan:\n([\s\S]*)$/.exec(message) ?? [];
    if (plan === undefined) return;
    const { 'Query Text': text, Plan } = JSON.parse(plan) as { 'Query Text': string; Plan: Node };
    if (mode === 'force_custom_plan' || !unnamed.has(text)) plans.push({ text, plan: Plan });
  }

  return {
    /** Runs work and its background jobs. Returns the reported plans, and the statements of the work itself. */
    async during<T>(as: PlanCacheMode, work: () => Promise<T>, untilIdle: () => Promise<void>): Promise<Recorded<T>> {
      [plans, mode] = [[], as];
      const statements: string[] = [];
      const answer = await statementsOf.run(statements, async () => await work());
      await untilIdle();
      return { answer, plans, statements };
    },
    stop: () => spy.mockRestore(),
  };
}
