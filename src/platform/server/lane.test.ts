import { setTimeout as pause } from 'node:timers/promises';
import Fastify from 'fastify';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest';
import { openProxy } from '../../../tests/faults/proxy.ts';
import { openPool } from './database.ts';
import { type Lane, openLane } from './lane.ts';
import { limitPatience } from './patience.ts';

let pool: pg.Pool;
let lane: Lane;
/** The backend that answers down the lane. */
let own: number;

const { url } = inject('databaseServer');
const ASK = { text: 'select pg_backend_pid() as pid' };
const asked = async (text = ASK.text) => (await lane.query<{ pid: number }>({ text })).rows[0]?.pid ?? 0;
const sleep = (seconds: number) => asked(`select pg_backend_pid() as pid, pg_sleep(${seconds})`);
const inPool = async () => (await pool.query('select pg_backend_pid() as pid')).rows[0].pid;
/** What is asked alone goes down the lane, once that is open. */
const untilOpen = () =>
  vi.waitFor(async () => {
    own = await asked();
    expect(own).not.toBe(await inPool());
  });

beforeAll(() => {
  pool = openPool(url, () => undefined, { max: 1 });
});
afterAll(() => pool.end());
beforeEach(async () => {
  lane = openLane(url, pool, () => undefined);
  await untilOpen();
});
afterEach(() => lane.close());

test('a crowd asks on one connection, as many as may at once; the others ask through the pool', async () => {
  const pids = await Promise.all(Array.from({ length: 20 }, () => asked()));
  expect(pids.map((pid) => pid === own)).toEqual([...Array(16).fill(true), ...Array(4).fill(false)]);
  expect(await Promise.all([asked(), asked()])).toEqual([own, own]);
});

test('nobody waits for the answer to another’s question before their own is sent', async () => {
  const DELAY = 100;
  const between = await openProxy({ port: Number(new URL(url).port) });
  const far = Object.assign(new URL(url), { port: String(between.port) }).href;
  const lane = openLane(far, pool, () => undefined);
  const ask = async () => (await lane.query<{ pid: number }>(ASK)).rows[0]?.pid;
  try {
    await vi.waitFor(async () => expect(await ask()).not.toBe(await inPool()));
    await between.become('slow', DELAY);
    const begun = performance.now();
    const pids = await Promise.all(Array.from({ length: 10 }, ask));
    expect(new Set(pids).size).toBe(1);
    expect(performance.now() - begun).toBeLessThan(10 * DELAY);
  } finally {
    await lane.close();
    await between.close();
  }
});

test('each gets the answer to its own question, whatever was prepared by then, and who is refused is refused alone', async () => {
  const named = (n: number) => lane.query({ name: 'twice', text: 'select $1::int * 2 as twice', values: [n] });
  const answers = await Promise.allSettled([named(1), lane.query({ text: 'select 1 / 0' }), named(2), named(3)]);
  expect(answers.map((each) => (each.status === 'fulfilled' ? each.value.rows[0] : each.reason.code))).toEqual([
    { twice: 2 },
    '22012',
    { twice: 4 },
    { twice: 6 },
  ]);
  expect(await asked()).toBe(own);
});

test('who comes behind something long goes around it, and down the lane again afterwards', async () => {
  const long = sleep(0.5);
  await pause(50);
  expect(await asked()).toBe(await inPool());
  expect(await long).toBe(own);
  expect(await asked()).toBe(own);
});

test('when it breaks, those on it are told, the next are answered, and it opens again', async () => {
  const broken = own;
  const cut = expect(sleep(5)).rejects.toMatchObject({ code: '57P01' });
  await pool.query('select pg_terminate_backend($1)', [own]);
  await cut;
  expect(await asked()).not.toBe(broken);
  await untilOpen();
  expect(own).not.toBe(broken);
});

test('a request that has waited too long leaves it to those who wait on', async () => {
  const app = Fastify();
  limitPatience(app);
  const asking = Promise.withResolvers<void>();
  app.get('/', async () => {
    await pool.query('select pg_sleep(2.4)');
    const long = sleep(3);
    asking.resolve();
    return long;
  });
  const impatient = app.inject('/');
  await asking.promise;
  const behind = asked();
  expect((await impatient).json()).toMatchObject({ code: 'ETIMEDOUT' });
  expect(await behind).toBe(own);
  await app.close();
});

test('a store that closes lets what is asked be answered', async () => {
  const last = sleep(0.2);
  await lane.close();
  expect(await last).toBe(own);
  lane = openLane(url, pool, () => undefined);
});
