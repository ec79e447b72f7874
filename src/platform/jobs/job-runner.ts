import { type Job, Logger, parseCrontab, type Runner, run, type TaskList } from 'graphile-worker';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Db } from '#platform/database/database.ts';
import { causeOf } from '#platform/operations/logging.ts';
import { isDefect } from './job-pool.ts';

/** Priority of jobs that move money or apply deadlines, ahead of mails. Lower numbers run first (graphile-worker). */
export const HIGH_PRIORITY = -10;
/** Priority of long jobs whose result no user waits for. */
export const LOW_PRIORITY = 10;

/**
 * Starts two workers that run the jobs of these tasks. Jobs are rows of the database, and run at least once, in any
 * process. The tasks of `everyMinute` run at the start, too: the store may have been closed for long. Without
 * `isScheduled` they run only when a job is added.
 */
export async function startJobs(
  pool: pg.Pool,
  tasks: TaskList,
  everyMinute: string[],
  log: (level: 'error' | 'warn' | 'debug', message: string) => void,
  isScheduled = true,
): Promise<Runner> {
  const scheduled = isScheduled ? everyMinute : [];
  const runner = await run({
    pgPool: pool,
    taskList: tasks,
    // The next run continues the work of a failed one.
    parsedCronItems: parseCrontab(
      scheduled.map((task) => `* * * * * ${task} ?max=1&jobKey=${task}&priority=${HIGH_PRIORITY}`).join('\n'),
    ),
    concurrency: 2,
    noHandleSignals: true,
    pollInterval: 2000,
    logger: new Logger(() => (level, message, meta) => {
      const cause = causeOf(meta?.error);
      log(levelOf(level, meta, everyMinute), cause ? `${message}\n  cause: ${cause}` : message);
    }),
  });
  runner.promise.catch((error) => log('error', String(error)));
  for (const task of scheduled)
    await runner.addJob(task, {}, { jobKey: task, maxAttempts: 1, priority: HIGH_PRIORITY });
  return runner;
}

/** Returns the log level of a message of the queue: a job that is retried is a warning, unless it shows a defect. */
function levelOf(level: string, meta: Partial<Failure> | undefined, everyMinute: string[]): 'error' | 'warn' | 'debug' {
  if (level === 'warning') return 'warn';
  if (level !== 'error') return 'debug';
  if (!meta?.failure || !meta.job || isDefect(meta.error)) return 'error';
  const { task_identifier: task, attempts, max_attempts } = meta.job;
  return attempts < max_attempts || everyMinute.includes(task) ? 'warn' : 'error';
}

/** The details that graphile-worker logs with a failed attempt. */
interface Failure {
  failure: boolean;
  job: Job;
  error: unknown;
}

interface JobOptions {
  priority?: number;
  /** Attempts in all, each after a longer delay. */
  attempts?: number;
  /** Delay before the job runs, in seconds. A job that replaces a waiting one keeps its run time. */
  delaySeconds?: number;
}

/** Adds a job in the caller's transaction. A job with the same `key` that waits is replaced. */
export async function addJob(
  db: Db,
  task: string,
  payload: object,
  key?: string,
  { priority = 0, attempts = 20, delaySeconds = 0 }: JobOptions = {},
): Promise<void> {
  await sql`select graphile_worker.add_job(${task}, ${JSON.stringify(payload)}::json, job_key := ${key ?? null},
    max_attempts := ${attempts}::int, priority := ${priority}::int, run_at := now() + make_interval(secs => ${delaySeconds}),
    job_key_mode := ${delaySeconds > 0 ? 'preserve_run_at' : 'replace'})`.execute(db);
}

/** Adds a job for each payload, as addJob does for one. Jobs of one queue run one after the other. */
export async function addJobs(db: Db, task: string, payloads: readonly object[], queue?: string): Promise<void> {
  await sql`select graphile_worker.add_job(${task}, payload::json, queue_name := ${queue ?? null}, max_attempts := 20)
    from unnest(${payloads.map((payload) => JSON.stringify(payload))}::text[]) as payload`.execute(db);
}

/** Longer than any job runs. A worker that has held a job for longer died with its process. */
const ABANDONED_AFTER_MINUTES = 5;

/**
 * Unlocks the jobs of workers that died with their process, and the queues of those jobs. The queue does it after four
 * hours. A lock names the process, so graphile-worker's force_unlock_workers would unlock jobs that run.
 */
export async function unlockAbandonedJobs(db: Db): Promise<void> {
  const isAbandoned = sql`locked_at < now() - make_interval(mins => ${ABANDONED_AFTER_MINUTES})`;
  await sql`with jobs as (
      update graphile_worker._private_jobs set locked_at = null, locked_by = null where ${isAbandoned})
    update graphile_worker._private_job_queues set locked_at = null, locked_by = null where ${isAbandoned}`.execute(db);
}

const FAILED_JOBS_KEPT_DAYS = 30;

/** Deletes jobs that failed for good long ago. They were logged and counted then. */
export async function deleteFailedJobs(db: Db, limit: number): Promise<void> {
  await sql`select graphile_worker.complete_jobs(array(
    select id from graphile_worker.jobs
    where attempts >= max_attempts and locked_at is null and updated_at < now() - make_interval(days => ${FAILED_JOBS_KEPT_DAYS})
    limit ${limit}))`.execute(db);
}
