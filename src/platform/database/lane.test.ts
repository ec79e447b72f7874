import { setTimeout as pause } from 'node:timers/promises';
import Fastify from 'fastify';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest';
import { openProxy } from '../../../tests/faults/proxy.ts';
import { isDatabaseUnavailable, openPool } from './database.ts';
import { type Lane, openLane } from './lane.ts';
import { enforceDatabaseDeadline } from './request-deadline.ts';
import { isContended } from './transaction-retry.ts';

const { url } = inject('databaseServer');
/** How long an answer may take here: a machine that halts for a moment lets nobody go around. */
const LATE = 250;
const AROUND = 'around';
const LANE = 'dolna';

const at = (address: string, parts: { port?: string; search?: string }) => Object.assign(new URL(address), parts).href;

let around: pg.Pool;
let lane: Lane;
const lanes: Lane[] = [];

beforeAll(() => {
  around = openPool(at(url, { search: `application_name=${AROUND}` }), () => undefined, { max: 2 });
});
beforeEach(async () => {
  lane = await aLane();
});
afterEach(() => Promise.all(lanes.splice(0).map((each) => each.close())));
afterAll(() => around.end());

/** Opens a lane, and waits until what is asked goes down it. */
async function aLane(parts: Partial<Parameters<typeof openLane>[0]> = {}): Promise<Lane> {
  const opened = openLane({ url, around, onError: () => undefined, late: LATE, ...parts });
  lanes.push(opened);
  await untilOpen(opened);
  return opened;
}
const untilOpen = (lane: Lane) => vi.waitFor(async () => expect(await way(lane)).toBe(LANE), { timeout: 10_000 });

const WAY = `select current_setting('application_name') as way`;
/** Which way a question went. */
const way = async (lane: Lane, text = WAY) => (await lane.query<{ way: string }>({ text })).rows[0]?.way;
const sleep = (lane: Lane, seconds: number) => way(lane, `${WAY}, pg_sleep(${seconds})`);
const ways = (lane: Lane, many: number) => Promise.all(Array.from({ length: many }, () => way(lane)));
const pidOf = async (lane: Lane) => (await lane.query({ text: 'select pg_backend_pid() as pid' })).rows[0]?.pid;

test('a crowd asks on one connection, sixteen at a time, and the others go around', async () => {
  const wanted = [...Array(16).fill(LANE), ...Array(4).fill(AROUND)];
  // Where the machine halts for a moment, an answer is late, and others go around it.
  await vi.waitFor(async () => expect(await ways(lane, 20)).toEqual(wanted), 10_000);
  await vi.waitFor(async () => expect(await ways(lane, 2)).toEqual([LANE, LANE]), 10_000);
});

test('nobody waits for the answer to another’s question before their own is sent', async () => {
  const DELAY = 100;
  const between = await openProxy({ port: Number(new URL(url).port) });
  const far = await aLane({ url: at(url, { port: String(between.port) }), late: 5000 });
  try {
    await between.setCondition('slow', DELAY);
    const begun = performance.now();
    expect(await ways(far, 15)).toEqual(Array(15).fill(LANE));
    // Each answer may come in a piece of its own, one after the other, but not each question.
    expect(performance.now() - begun).toBeLessThan(25 * DELAY);
  } finally {
    await between.setCondition('through');
    await between.close();
  }
});

test('each gets the answer to its own question, and who is refused is refused alone', async () => {
  const twice = (n: number) => lane.query({ name: 'twice', text: 'select $1::int * 2 as twice', values: [n] });
  const answers = await Promise.allSettled([twice(1), lane.query({ text: 'select 1 / 0' }), twice(2), twice(3)]);
  expect(answers.map((each) => (each.status === 'fulfilled' ? each.value.rows[0] : each.reason.code))).toEqual([
    { twice: 2 },
    '22012',
    { twice: 4 },
    { twice: 6 },
  ]);
  await untilOpen(lane);
});

test('what was prepared for a table as it was is asked anew when the table has changed', async () => {
  const table = `lane_${process.pid}`;
  await around.query(`create table ${table} as select 1 as thing`);
  const read = async () => (await lane.query({ name: 'thing', text: `select * from ${table}` })).rows;
  try {
    expect(await read()).toEqual([{ thing: 1 }]);
    await around.query(`alter table ${table} alter thing type text`);
    expect([await read(), ...(await Promise.all([read(), read()]))]).toEqual(Array(3).fill([{ thing: '1' }]));
  } finally {
    await around.query(`drop table ${table}`);
  }
});

test('when what all ask cannot be prepared yet, each is answered, or told to try again', async () => {
  const table = `lane_locked_${process.pid}`;
  await around.query(`create table ${table} as select 1 as thing`);
  const locker = await around.connect();
  try {
    await locker.query(`begin; lock table ${table}`);
    const read = () => lane.query({ name: 'locked', text: `select thing from ${table}` });
    const all = Promise.allSettled([read(), read(), read()]);
    await pause(2500);
    await locker.query('commit');
    for (const each of await all)
      expect(each.status === 'fulfilled' ? each.value.rows : isContended(each.reason)).toEqual(
        each.status === 'fulfilled' ? [{ thing: 1 }] : true,
      );
  } finally {
    locker.release();
    await around.query(`drop table ${table}`);
  }
});

test('who comes behind something long goes around it, and down the lane again once it is over', async () => {
  const long = sleep(lane, 1.5);
  await pause(2 * LATE);
  expect(await way(lane)).toBe(AROUND);
  expect(await long).toBe(LANE);
  expect(await ways(lane, 2)).toEqual([LANE, AROUND]);
  await vi.waitFor(async () => expect(await ways(lane, 2)).toEqual([LANE, LANE]), 10_000);
});

test('when it breaks, those on it are answered around it, and it opens again', async () => {
  const pid = await pidOf(lane);
  const long = sleep(lane, 1);
  await around.query('select pg_terminate_backend($1)', [pid]);
  expect(await long).toBe(AROUND);
  await untilOpen(lane);
  expect(await pidOf(lane)).not.toBe(pid);
});

test.each([{ idle: 100 }, { life: 100 }])('one that is older than %o makes way for another', async (limit) => {
  const short = await aLane(limit);
  const pid = await pidOf(short);
  await vi.waitFor(async () => {
    await pause(150);
    await untilOpen(short);
    expect(await pidOf(short)).not.toBe(pid);
  }, 10_000);
});

test('what changes something goes around it, and is done once', async () => {
  const table = `lane_written_${process.pid}`;
  await around.query(`create table ${table} (n int)`);
  try {
    expect(await way(lane, `with one as (insert into ${table} values (1)) ${WAY}`)).toBe(AROUND);
    expect((await around.query(`select n from ${table}`)).rows).toEqual([{ n: 1 }]);
  } finally {
    await around.query(`drop table ${table}`);
  }
});

test('a request that has waited too long leaves it to those who wait on', async () => {
  const app = Fastify();
  enforceDatabaseDeadline(app);
  const asking = Promise.withResolvers<void>();
  app.get('/', async () => {
    await around.query('select pg_sleep(2.4)');
    const long = sleep(lane, 3);
    asking.resolve();
    return long;
  });
  const impatient = app.inject('/');
  await asking.promise;
  const behind = way(lane);
  expect((await impatient).json()).toMatchObject({ code: 'ETIMEDOUT' });
  expect(await behind).toBe(LANE);
  await app.close();
});

test('who is not answered for too long while others are goes alone', async () => {
  const patient = await aLane({ late: 5000 });
  const first = sleep(patient, 3);
  const second = sleep(patient, 1.5).catch(isDatabaseUnavailable);
  await pause(2000);
  const third = way(patient);
  expect([await first, await second, await third]).toEqual([LANE, true, LANE]);
});

test('a store that closes lets what is asked be answered', async () => {
  const last = sleep(lane, 0.2);
  await lane.close();
  lanes.length = 0;
  expect(await last).toBe(LANE);
  expect(await way(lane)).toBe(AROUND);
});
