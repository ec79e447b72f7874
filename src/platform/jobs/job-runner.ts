import { type Job, Logger, parseCrontab, type Runner, run, type TaskList } from 'graphile-worker';
import { sql } from 'kysely';
import pg from 'pg';
import { type Db, isDatabaseUnavailable, openPool } from '#platform/database/database.ts';
import { isContended } from '#platform/database/transaction-retry.ts';

/** Each set of workers listens on one connection, and two look for jobs. */
export const JOB_CONNECTIONS = 6;

/**
 * Connections for the workers alone, so that a rush of requests does not keep jobs waiting. The worker tries the end of a
 * job again where it could not be noted, but only after errors with a few codes; any other it leaves unheard, which would
 * end the process. So what the database itself has not refused gets one of these codes.
 */
export function openJobPool(url: string, onError: (error: Error) => void): pg.Pool {
  const pool = openPool(url, onError, { max: JOB_CONNECTIONS });
  const connect = pool.connect.bind(pool);
  pool.connect = ((done?: Parameters<typeof connect>[0]) =>
    done ? connect(done) : connect().catch(asPassing)) as typeof pool.connect;
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((...args: unknown[]) => {
      const asked = query(...args);
      return asked instanceof Promise ? asked.catch(asPassing) : asked;
    }) as typeof client.query;
  });
  return pool;
}

function asPassing(error: unknown): never {
  if (error instanceof pg.DatabaseError && isDefect(error)) throw error;
  throw Object.assign(new Error(String(error), { cause: error }), { code: 'ETIMEDOUT' });
}

/**
 * Starts two workers that run these tasks' jobs. Jobs are kept in the database and run at least once, by whichever
 * process is free. Those of `everyMinute` run now as well: nobody knows how long the store was shut.
 */
export async function startJobs(
  pool: pg.Pool,
  tasks: TaskList,
  everyMinute: string[],
  log: (level: 'error' | 'warn' | 'debug', message: string) => void,
): Promise<Runner> {
  const runner = await run({
    pgPool: pool,
    taskList: tasks,
    // What a run could not do, the next one does.
    parsedCronItems: parseCrontab(everyMinute.map((task) => `* * * * * ${task} ?max=1&jobKey=${task}`).join('\n')),
    concurrency: 2,
    noHandleSignals: true,
    pollInterval: 2000,
    logger: new Logger(() => (level, message, meta) => log(levelOf(level, meta, everyMinute), message)),
  });
  runner.promise.catch((error) => log('error', String(error)));
  for (const task of everyMinute) await runner.addJob(task, {}, { jobKey: task, maxAttempts: 1 });
  return runner;
}

/**
 * How loudly something of the queue's is said. Of what comes again by itself, another try or the next minute's run, nobody
 * needs to be woken, unless it is a defect of ours.
 */
function levelOf(level: string, meta: Partial<Failure> | undefined, everyMinute: string[]): 'error' | 'warn' | 'debug' {
  if (level === 'warning') return 'warn';
  if (level !== 'error') return 'debug';
  if (!meta?.failure || !meta.job || isDefect(meta.error)) return 'error';
  const { task_identifier: task, attempts, max_attempts } = meta.job;
  return attempts < max_attempts || everyMinute.includes(task) ? 'warn' : 'error';
}

/** What graphile-worker tells with a failed try. */
interface Failure {
  failure: boolean;
  job: Job;
  error: unknown;
}

function isDefect(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return !isDatabaseUnavailable(error) && !isContended(error);
  return [TypeError, RangeError, ReferenceError, SyntaxError].some((kind) => error instanceof kind);
}

interface JobOptions {
  /** The lower, the sooner; 0 unless said. */
  priority?: number;
  /** How often it is tried, each time after a longer while. */
  attempts?: number;
}

/** Adds a job inside the caller's transaction: it exists when, and only when, that commits. `key` keeps it single. */
export async function addJob(
  db: Db,
  task: string,
  payload: object,
  key?: string,
  { priority = 0, attempts = 20 }: JobOptions = {},
): Promise<void> {
  await sql`select graphile_worker.add_job(${task}, ${JSON.stringify(payload)}::json, job_key := ${key ?? null},
    max_attempts := ${attempts}::int, priority := ${priority}::int)`.execute(db);
}

/** Adds a job for each payload, as `addJob` does for one. */
export async function addJobs(db: Db, task: string, payloads: readonly object[]): Promise<void> {
  await sql`select graphile_worker.add_job(${task}, payload::json, max_attempts := 20)
    from unnest(${payloads.map((payload) => JSON.stringify(payload))}::text[]) as payload`.execute(db);
}

/** After how many minutes the worker of a job must have died: every job ends sooner. */
const DEAD = 5;

/** Lets others take the jobs of workers that died with their process; by itself, the queue waits four hours. */
export async function unlockAbandonedJobs(db: Db): Promise<void> {
  await sql`select graphile_worker.force_unlock_workers(array(
    select locked_by from graphile_worker.jobs
    where locked_at < now() - make_interval(mins => ${DEAD})))`.execute(db);
}

/** For how many days a job that failed for good can still be looked at. */
const KEPT = 30;

/** Forgets jobs that failed for good long ago; they were logged and counted when they did. */
export async function deleteFailedJobs(db: Db, limit: number): Promise<void> {
  await sql`select graphile_worker.complete_jobs(array(
    select id from graphile_worker.jobs
    where attempts >= max_attempts and locked_at is null and updated_at < now() - make_interval(days => ${KEPT})
    limit ${limit}))`.execute(db);
}
