import type { TestStore } from './test-store.ts';

/** Delays new jobs by an hour. Returns a function that ends the delay for later ones. */
export async function holdJobs(store: Pick<TestStore, 'pool'>): Promise<() => Promise<void>> {
  await store.pool.query(`create function hold_jobs() returns trigger language plpgsql as $$ begin
    new.run_at := now() + interval '1 hour'; return new; end $$`);
  await store.pool.query(
    'create trigger hold_jobs before insert on graphile_worker._private_jobs for each row execute function hold_jobs()',
  );
  return async () => {
    await store.pool.query('drop function hold_jobs cascade');
  };
}
