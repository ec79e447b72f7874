import type { IncomingHttpHeaders } from 'node:http';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { openProxy, type TcpProxy } from '../../../tests/faults/proxy.ts';
import { aDatabase } from '../../../tests/faults/server-processes.ts';
import { createStandby, type Standby } from '../../../tests/support/standby.ts';
import { createDatabase, openPool } from './database.ts';
import { runPrepared } from './prepared.ts';
import { createReads, type Reads } from './read-replica.ts';

/** Shorter than in the store, so that the tests do not wait long. */
const MAX_AGE_MS = 2000;
const RETRY_DELAY_MS = 1000;
const VISITOR = { headers: {} as IncomingHttpHeaders };

let database: Awaited<ReturnType<typeof aDatabase>>;
let standby: Standby;
let between: TcpProxy;
let primary: pg.Pool;
let replica: pg.Pool;
let reads: Reads;

beforeAll(async () => {
  database = await aDatabase();
  primary = openPool(database.url, () => undefined, { max: 4 });
  await primary.query('create table things (n int)');
  await primary.query('insert into things values (0)');
  standby = await createStandby(database);
  between = await openProxy({ port: Number(new URL(standby.url).port) });
  const url = Object.assign(new URL(standby.url), { port: String(between.port) }).href;
  replica = openPool(url, () => undefined, { max: 2, connectTimeoutMs: 300, statementTimeoutMs: 500 });
  const parts = { primary, replica, onError: () => undefined, maxAgeMs: MAX_AGE_MS, retryDelayMs: RETRY_DELAY_MS };
  ({ reads } = createReads(createDatabase(primary), parts));
});
afterAll(async () => {
  await Promise.all([primary.end(), replica.end()]);
  await between.close();
  await standby.stop();
  await database.stop();
});

const QUERY = { name: 'things', text: 'select n, pg_is_in_recovery() as replica from things' };
const read = async (request = VISITOR) =>
  (await runPrepared<{ n: number; replica: boolean }>(reads(request), QUERY))[0];
const untilReplica = (answers = true) =>
  vi.waitFor(async () => expect((await read())?.replica).toBe(answers), { timeout: 15_000, interval: 50 });

describe('a list', () => {
  beforeEach(() => untilReplica());

  test('is read from the replica, and is up to date soon', async () => {
    await primary.query('update things set n = n + 1');
    await vi.waitFor(async () => expect(await read()).toEqual({ n: 1, replica: true }));
  });

  test('is read from the primary after an own change, and for a client without cookies', async () => {
    for (const headers of [
      { cookie: 'lang=bn; own=1' },
      { cookie: 'own=1', authorization: 'Bearer x.y.z' },
      { authorization: 'Bearer x.y.z' },
    ])
      expect([headers, (await read({ headers }))?.replica]).toEqual([headers, false]);
    for (const headers of [{ cookie: 'lang=bn', authorization: 'Bearer x.y.z' }, { cookie: 'lang=bn' }])
      expect([headers, (await read({ headers }))?.replica]).toEqual([headers, true]);
  });

  test('is never older than the limit, and read from the replica again after it caught up', async () => {
    await standby.pause();
    await primary.query('update things set n = n + 1');
    const changed = performance.now();
    let old = 0;
    while (performance.now() - changed < 2 * MAX_AGE_MS) {
      const asked = performance.now() - changed;
      const found = await read();
      if (asked > MAX_AGE_MS) expect(found).toEqual({ n: 2, replica: false });
      else if (found?.n === 1) old += 1;
    }
    expect(old).toBeGreaterThan(0);
    await standby.resume();
    await untilReplica();
    expect(await read()).toEqual({ n: 2, replica: true });
  });

  test.each(['down', 'hung', 'reset'] as const)(
    'is read from the primary while the replica is %s, and from the replica after it recovered',
    async (condition) => {
      await between.setCondition(condition);
      const begun = performance.now();
      expect(await read()).toEqual({ n: 2, replica: false });
      expect(performance.now() - begun).toBeLessThan(1500);
      const again = performance.now();
      expect(await read()).toEqual({ n: 2, replica: false });
      expect(performance.now() - again).toBeLessThan(300);
      await between.setCondition('through');
      await untilReplica();
    },
  );

  test('that times out is read from the primary, and all other lists from the replica', async () => {
    const slow = {
      name: 'slow',
      text: 'select n, pg_is_in_recovery() as replica, pg_sleep(case when pg_is_in_recovery() then 5 else 0 end) from things',
    };
    expect((await runPrepared(reads(VISITOR), slow))[0]).toMatchObject({ replica: false });
    expect((await read())?.replica).toBe(true);
  });

  test('is read from the primary when the replica’s address is not of a replica', async () => {
    const onlyPrimary = createReads(createDatabase(primary), { primary, replica: primary, onError: () => undefined });
    for (let n = 0; n < 5; n += 1) {
      await runPrepared(onlyPrimary.reads(VISITOR), QUERY);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(onlyPrimary.counts).toEqual({ primary: 5, replica: 0 });
  });
});
