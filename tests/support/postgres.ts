import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/**
 * A migrated database without rows for one test file or test; copying the template takes milliseconds. `empty` has no
 * tables either.
 */
export async function createTestDatabase({ empty = false } = {}): Promise<TestDatabase> {
  const { url: server, template } = inject('databaseServer');
  const name = `dolna_test_${randomBytes(6).toString('hex')}`;
  await run(server, `create database ${name} template ${empty ? 'template0' : template}`);
  return {
    url: Object.assign(new URL(server), { pathname: `/${name}` }).href,
    async drop() {
      await run(server, sessionsEnd(name));
      await run(server, `drop database if exists ${name} with (force)`);
    },
  };
}

/** Waits, for a second at most, until closed connections have ended: a forced end would be an error of their process. */
const sessionsEnd = (name: string) => `do $$ begin
    for n in 1..50 loop
      exit when not exists (select from pg_stat_activity where datname = '${name}');
      perform pg_sleep(0.02), pg_stat_clear_snapshot();
    end loop;
  end $$`;

async function run(server: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
