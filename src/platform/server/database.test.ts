import { expect, inject, test } from 'vitest';
import { openPool } from './database.ts';

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
