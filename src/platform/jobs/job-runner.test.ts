import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createDatabase } from '#platform/database/database.ts';
import { openTestStore, type TestStore } from '../../../tests/support/test-store.ts';
import { deleteExpiredRows } from './cleanup.job.ts';
import { openJobPool } from './job-pool.ts';
import { addJob, HIGH_PRIORITY, startJobs } from './job-runner.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

/** Adds a job in a queue of its own. A process has locked both for `minutes` minutes. */
async function taken(key: string, minutes: number, process = `the process of ${key}`): Promise<void> {
  await sql`select graphile_worker.add_job('tidy', queue_name := ${key}, job_key := ${key},
    run_at := now() + interval '1 hour')`.execute(store.db);
  await sql`
    with job as (update graphile_worker._private_jobs set locked_by = ${process}, run_at = now(),
      locked_at = now() - make_interval(mins => ${minutes}::int) where key = ${key} returning job_queue_id, locked_at)
    update graphile_worker._private_job_queues q set locked_by = ${process}, locked_at = job.locked_at
      from job where q.id = job.job_queue_id`.execute(store.db);
}
const left = async () => {
  const { rows } = await sql<{ key: string }>`
    select key from graphile_worker.jobs where key like 'taken%' order by key`.execute(store.db);
  return rows.map(({ key }) => key);
};

test('a job of a killed process is run by another within minutes; a running job is not', async () => {
  await taken('taken-long-ago', 6);
  await taken('taken-just-now', 1);
  expect(await left()).toEqual(['taken-just-now', 'taken-long-ago']);
  await deleteExpiredRows(store.db, []);
  await vi.waitFor(async () => expect(await left()).toEqual(['taken-just-now']), 10_000);
});

test('the running jobs of a process that lost another job stay locked', async () => {
  await taken('taken-and-lost', 6, 'one process');
  await taken('taken-and-running', 1, 'one process');
  await deleteExpiredRows(store.db, []);
  const { rows } = await sql`select key from graphile_worker._private_jobs j
    join graphile_worker._private_job_queues q on q.id = j.job_queue_id and q.locked_by = j.locked_by
    where j.locked_by = 'one process'`.execute(store.db);
  expect(rows).toEqual([{ key: 'taken-and-running' }]);
});

test('a permanently failed job is deleted after thirty days', async () => {
  const failed = async (key: string, days: number, attempts = 1) => {
    await sql`select graphile_worker.add_job('nobody-does-this', job_key := ${key}, max_attempts := 2)`.execute(
      store.db,
    );
    await sql`update graphile_worker._private_jobs set attempts = ${attempts},
      updated_at = now() - make_interval(days => ${days}::int) where key = ${key}`.execute(store.db);
  };
  await failed('failed-long-ago', 31, 2);
  await failed('failed-of-late', 29, 2);
  await failed('waits-for-long', 31, 1);
  await deleteExpiredRows(store.db, []);
  const { rows } = await sql<{ key: string }>`
    select key from graphile_worker.jobs where task_identifier = 'nobody-does-this' order by key`.execute(store.db);
  expect(rows.map(({ key }) => key)).toEqual(['failed-of-late', 'waits-for-long']);
});

/** Adds 2,500 expired rows to two tables. */
async function addExpiredRows(): Promise<void> {
  await sql`insert into limit_counts (bucket, count, resets_at)
    select 'old-' || n, 1, now() - interval '1 hour' from generate_series(1, 2500) as n`.execute(store.db);
  await sql`insert into verifications (identifier, value, expires_at)
    select 'old-' || n, 'x', now() - interval '1 hour' from generate_series(1, 2500) as n`.execute(store.db);
}
const EXPIRING = [{ table: 'verifications', since: 'expires_at', kept: '0' }] as const;
async function expiredRows(): Promise<number[]> {
  const { rows } = await sql<{ limits: number; links: number }>`select
    (select count(*)::int from limit_counts where bucket like 'old-%') as limits,
    (select count(*)::int from verifications where identifier like 'old-%') as links`.execute(store.db);
  return rows.flatMap(({ limits, links }) => [limits, links]);
}

test('a run of the cleanup deletes every expired row, however many', async () => {
  await addExpiredRows();
  await deleteExpiredRows(store.db, EXPIRING);
  expect(await expiredRows()).toEqual([0, 0]);
});

test('a run of the cleanup without time left deletes a batch of each table', async () => {
  await addExpiredRows();
  await deleteExpiredRows(store.db, EXPIRING, 0);
  expect(await expiredRows()).toEqual([1500, 1500]);
});

test('a failure is logged as a warning while attempts are left; a defect or the last failure as an error', async () => {
  const said: string[] = [];
  const fails = (error: Error) => () => Promise.reject(error);
  const tasks = {
    'host-unavailable': fails(new Error('answered 503')),
    defect: fails(new TypeError('x is undefined')),
    'given-up': fails(new Error('answered 503', { cause: new Error('wrong key', { cause: 2001 }) })),
    'each-minute': fails(new Error('the provider is unavailable')),
  };
  const pool = openJobPool(store.databaseUrl, () => undefined);
  const runner = await startJobs(pool, tasks, ['each-minute'], (level, message) => {
    const [, task, told, cause = ''] =
      /^Failed task \d+ \((\S+), .* with error '(.*)'[\s\S]*?(\n {2}cause: .*)?$/.exec(message) ?? [];
    if (task) said.push(`${level}: ${task}, ${told}${cause}`);
  });
  const db = createDatabase(pool);
  try {
    await addJob(db, 'host-unavailable', {});
    await addJob(db, 'defect', {});
    await addJob(db, 'given-up', {}, undefined, { attempts: 1 });
    await vi.waitFor(() => expect(new Set(said).size).toBe(4), 10_000);
    expect([...new Set(said)].sort()).toEqual([
      'error: defect, x is undefined',
      'error: given-up, answered 503\n  cause: wrong key: 2001',
      'warn: each-minute, the provider is unavailable',
      'warn: host-unavailable, answered 503',
    ]);
  } finally {
    await runner.stop();
    await db.destroy();
  }
});

test('a job of high priority runs before mails that wait', async () => {
  const begun: string[] = [];
  const record = (task: string) => async () => void begun.push(task);
  const tasks = { letter: record('letter'), 'money-back': record('money-back') };
  for (const n of [1, 2, 3]) await addJob(store.db, 'letter', { n });
  await addJob(store.db, 'money-back', {}, undefined, { priority: HIGH_PRIORITY });
  const pool = openJobPool(store.databaseUrl, () => undefined);
  const runner = await startJobs(pool, tasks, [], () => undefined);
  try {
    await vi.waitFor(() => expect(begun).toHaveLength(4), 10_000);
    // Two workers begin at once.
    expect(begun.slice(0, 2)).toContain('money-back');
  } finally {
    await runner.stop();
    await pool.end();
  }
});

test('a store schedules the jobs of deadlines, payments, payouts and cleaning', async () => {
  const scheduled = await openTestStore({}, { schedulesJobs: true });
  const names = async () => {
    const { rows } = await scheduled.pool.query('select identifier from graphile_worker._private_known_crontabs');
    return rows.map(({ identifier }) => identifier).sort();
  };
  try {
    const deadlines = ['booking-deadlines', 'dispute-deadlines'];
    const others = ['photo-cleanup', 'reconcile-payments', 'tidy', 'weekly-payouts'];
    await vi.waitFor(async () => expect(await names()).toEqual([...deadlines, ...others]), 10_000);
  } finally {
    await scheduled.close();
  }
});
