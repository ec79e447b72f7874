import { expect, inject, test, vi } from 'vitest';
import { isDatabaseUnavailable, openPool } from './database.ts';
import { SILENCE } from './request-deadline.ts';

test('a statement has its time: a screen’s unless somebody says how long it may take', async () => {
  const { url } = inject('databaseServer');
  const [screen, command] = [{ max: 1 }, { max: 1, statement: 60_000 }].map((limits) =>
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

test('a database that says nothing is hung up on, on the connections that lie idle too', async () => {
  const pool = openPool(inject('databaseServer').url, () => undefined, { max: 2, statement: 100 });
  const [asking, idle] = await Promise.all([pool.connect(), pool.connect()]);
  idle.release();
  try {
    // The database itself would give the statement up.
    await asking.query('set statement_timeout = 0');
    const asked = await asking.query('select pg_sleep(30)').catch((error: Error) => error);
    expect([asked, isDatabaseUnavailable(asked)]).toEqual([expect.objectContaining({ message: SILENCE }), true]);
    await vi.waitFor(() => expect(pool.totalCount).toBe(1));
  } finally {
    asking.release(true);
    await pool.end();
  }
});

test('who hears of the answer by a callback does so', async () => {
  const pool = openPool(inject('databaseServer').url, () => undefined, { max: 1 });
  const client = await pool.connect();
  try {
    const answer = Promise.withResolvers<unknown>();
    client.query('select 1 as one', (error, { rows }) => (error ? answer.reject(error) : answer.resolve(rows)));
    expect(await answer.promise).toEqual([{ one: 1 }]);
  } finally {
    client.release();
    await pool.end();
  }
});
