import Fastify from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createDatabase, type Database, isDatabaseUnavailable, openPool } from './database.ts';
import { enforceDatabaseDeadline, withoutDeadline } from './request-deadline.ts';

const app = Fastify();
let db: Database;
beforeAll(() => {
  db = createDatabase(openPool(inject('databaseServer').url, () => undefined, { max: 3 }));
  enforceDatabaseDeadline(app);
  const sleepTwice = async () => {
    await sql`select pg_sleep(2.5)`.execute(db);
    await sql`select pg_sleep(2.5)`.execute(db);
    return 'slept';
  };
  app.get('/call', sleepTwice);
  app.get('/kept', () => withoutDeadline(sleepTwice));
  app.get('/file', { config: { databaseDeadline: 'none' } }, sleepTwice);
  app.setErrorHandler((error, _request, reply) => reply.code(isDatabaseUnavailable(error) ? 503 : 500).send());
});
afterAll(async () => {
  await app.close();
  await db.destroy();
});

test('a request ends at its total deadline, unless its route has none', async () => {
  const begun = performance.now();
  const call = app.inject('/call').then(({ statusCode }) => ({ statusCode, took: performance.now() - begun }));
  const kept = app.inject('/kept');
  expect((await app.inject('/file')).body).toBe('slept');
  expect((await kept).body).toBe('slept');
  const { statusCode, took } = await call;
  expect(statusCode).toBe(503);
  expect(took).toBeLessThan(4900);
});
