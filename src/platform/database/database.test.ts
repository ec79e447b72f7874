import { sql } from 'kysely';
import { expect, inject, test, vi } from 'vitest';
import { createDatabase, isDatabaseUnavailable, openPool } from './database.ts';

test('a statement ends at the timeout of its pool', async () => {
  const { url } = inject('databaseServer');
  const [screen, command] = [{ max: 1 }, { max: 1, statementTimeoutMs: 60_000 }].map((limits) =>
    openPool(url, () => undefined, limits),
  );
  const sleep = 'select pg_sleep(4.2)';
  try {
    const [cut, done] = await Promise.allSettled([screen?.query(sleep), command?.query(sleep)]);
    expect(cut).toMatchObject({ status: 'rejected', reason: { code: '57014' } });
    expect(done).toMatchObject({ status: 'fulfilled', value: { rowCount: 1 } });
  } finally {
    await Promise.all([screen?.end(), command?.end()]);
  }
});

test('a connection without an answer is closed, and the next statement uses another one', async () => {
  const pool = openPool(inject('databaseServer').url, () => undefined, { max: 1, statementTimeoutMs: 100 });
  const db = createDatabase(pool);
  try {
    const lost = await db
      .connection()
      .execute(async (db) => {
        // PostgreSQL itself would cancel the statement.
        await sql`set statement_timeout = 0`.execute(db);
        return sql`select pg_sleep(30)`.execute(db);
      })
      .catch((error: Error) => error);
    expect([lost, isDatabaseUnavailable(lost)]).toEqual([
      expect.objectContaining({ message: 'Query read timeout' }),
      true,
    ]);
    await vi.waitFor(() => expect(pool.totalCount).toBe(0));
    expect((await sql<{ one: number }>`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
  } finally {
    await db.destroy();
  }
});
