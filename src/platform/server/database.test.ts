import { expect, inject, test } from 'vitest';
import { isAway, openPool } from './database.ts';

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

test('whoever is let go because two wait for each other may try again', async () => {
  const pool = openPool(inject('databaseServer').url, () => undefined, { max: 2 });
  const [one, other] = await Promise.all([pool.connect(), pool.connect()]);
  const take = (client: typeof one, lock: number) => client.query('select pg_advisory_xact_lock($1)', [lock]);
  try {
    await Promise.all([one.query('begin'), other.query('begin')]);
    await Promise.all([take(one, 1), take(other, 2)]);
    const both = await Promise.allSettled([take(one, 2), take(other, 1)]);
    const refused = both.filter((each) => each.status === 'rejected');
    expect(refused.map(({ reason }) => [reason.code, isAway(reason)])).toEqual([['40P01', true]]);
  } finally {
    one.release(true);
    other.release(true);
    await pool.end();
  }
});
