import { Logger, parseCrontab, type Runner, run, type TaskList } from 'graphile-worker';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Db } from './database.ts';

/** Starts the workers that run jobs. Jobs are kept in the database and run at least once, by whichever process is free. */
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

/** Adds a job inside the caller's transaction: it exists when, and only when, that commits. `key` keeps it single. */
export async function addJob(db: Db, task: string, payload: object, key?: string): Promise<void> {
  await sql`select graphile_worker.add_job(${task}, ${JSON.stringify(payload)}::json, job_key := ${key ?? null}, max_attempts := 20)`.execute(
    db,
  );
}
