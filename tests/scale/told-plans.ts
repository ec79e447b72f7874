import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { vi } from 'vitest';
import { SUPERUSER } from '#embedded-postgres/database-cluster.ts';
import { TEST } from '../support/test-store.ts';

/** Part of a plan that was carried out (https://www.postgresql.org/docs/18/using-explain.html). */
export interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Parent Relationship'?: string;
  /** Of one loop, on average. */
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  'Rows Removed by Join Filter'?: number;
  'Shared Hit Blocks'?: number;
  'Shared Read Blocks'?: number;
  Plans?: Node[];
}

export interface Told {
  text: string;
  plan: Node;
}

/** How the database plans what it is asked: for the values of the moment, or for any. */
export type Planned = 'force_custom_plan' | 'force_generic_plan';

/**
 * Has a database tell the plan of every statement that it carries out, of those inside functions and triggers too, to
 * whoever asked (https://www.postgresql.org/docs/18/auto-explain.html). It holds for connections made from now on.
 */
export async function tellPlans(url: string): Promise<void> {
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
  // Who uses a store's database may not ask for this. On a server of the tests' own, both have one password.
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

export interface Heard<T> {
  answer: T;
  told: Told[];
  asked: string[];
}

/** Listens to the plans that this process's databases tell, from before a store is opened. */
export function listenToPlans() {
  let told: Told[] = [];
  const asking = new AsyncLocalStorage<string[]>();
  let planned: Planned = 'force_custom_plan';
  /** Statements without a name, which are planned each time that they are asked, for the values of the moment. */
  const unnamed = new Set<string>();
  const known = new WeakMap<pg.Client, Planned>();
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;

  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    if (isTest(this)) return query.apply(this, args);
    const [asked] = args as [string | { text?: string; name?: string } | null];
    if (!known.has(this)) this.on('notice', ({ message }) => note(message ?? ''));
    asking.getStore()?.push(typeof asked === 'string' ? asked : (asked?.text ?? ''));
    if (typeof asked === 'string') unnamed.add(asked);
    else if (asked && !asked.name) unnamed.add(asked.text ?? '');
    if (known.get(this) === planned) return query.apply(this, args);
    known.set(this, planned);
    const set = query.call(this, `set plan_cache_mode = ${planned}`) as Promise<unknown>;
    return set.then(() => query.apply(this, args));
  } as never);

  const isTest = (client: pg.Client) =>
    (client as unknown as { connectionParameters: { application_name?: string } }).connectionParameters
      .application_name === TEST;

  function note(message: string): void {
    const [, plan] = /^duration: [\d.]+ ms {2}plan:\n([\s\S]*)$/.exec(message) ?? [];
    if (plan === undefined) return;
    const { 'Query Text': text, Plan } = JSON.parse(plan) as { 'Query Text': string; Plan: Node };
    if (planned === 'force_custom_plan' || !unnamed.has(text)) told.push({ text, plan: Plan });
  }

  return {
    /** What is told while something runs, and until what it leaves to do is done; and what itself has asked. */
    async during<T>(as: Planned, work: () => Promise<T>, rest: () => Promise<void>): Promise<Heard<T>> {
      [told, planned] = [[], as];
      const asked: string[] = [];
      const answer = await asking.run(asked, async () => await work());
      await rest();
      return { answer, told, asked };
    },
    stop: () => spy.mockRestore(),
  };
}
