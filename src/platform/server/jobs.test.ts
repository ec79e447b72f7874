import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openTestStore, type TestStore } from '../../../tests/support/test-store.ts';
import { tidy } from './tidy.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

/** A job that somebody took so many minutes ago and has not given back. */
async function taken(key: string, minutes: number): Promise<void> {
  await sql`select graphile_worker.add_job('tidy', job_key := ${key}, run_at := now() + interval '1 hour')`.execute(
    store.db,
  );
  await sql`
    update graphile_worker._private_jobs set locked_by = 'a worker that is gone', run_at = now(),
      locked_at = now() - make_interval(mins => ${minutes}::int) where key = ${key}`.execute(store.db);
}
const left = async () => {
  const { rows } = await sql<{ key: string }>`
    select key from graphile_worker.jobs where key like 'taken%' order by key`.execute(store.db);
  return rows.map(({ key }) => key);
};

test('a job whose worker died with its process is taken up by another within minutes; one that is worked at is left alone', async () => {
  await taken('taken-long-ago', 6);
  await taken('taken-just-now', 1);
  expect(await left()).toEqual(['taken-just-now', 'taken-long-ago']);
  await tidy(store.db);
  await vi.waitFor(async () => expect(await left()).toEqual(['taken-just-now']), 10_000);
});
