import { Logger, parseCrontab, type Runner, run, type TaskList } from 'graphile-worker';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Db } from './database.ts';

/** Starts two workers that run these tasks' jobs. Jobs are kept in the database and run at least once, by whichever process is free. */
export async function startJobs(
  pool: pg.Pool,
  tasks: TaskList,
  everyMinute: string[],
  log: (level: string, message: string) => void,
): Promise<Runner> {
  const runner = await run({
    pgPool: pool,
    taskList: tasks,
    parsedCronItems: parseCrontab(everyMinute.map((task) => `* * * * * ${task}`).join('\n')),
    concurrency: 2,
    noHandleSignals: true,
    pollInterval: 2000,
    logger: new Logger(() => (level, message) => log(level, message)),
  });
  runner.promise.catch((error) => log('error', String(error)));
  return runner;
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
