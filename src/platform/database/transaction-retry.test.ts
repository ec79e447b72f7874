import Fastify from 'fastify';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { handleErrors } from '#platform/http/error-handler.ts';
import {
  afterCommit,
  createDatabase,
  type Database,
  type Db,
  isDatabaseUnavailable,
  openPool,
  transaction,
} from './database.ts';
import { isContended, retryConflicts } from './transaction-retry.ts';

let db: Database;

beforeAll(async () => {
  db = createDatabase(openPool(inject('databaseServer').url, () => undefined, { max: 4 }));
  await sql`create table if not exists conflict_rows (id int primary key, n int not null default 0)`.execute(db);
  await sql`create sequence if not exists conflict_failures`.execute(db);
  await sql`insert into conflict_rows (id) values (1), (2) on conflict do nothing`.execute(db);
});
afterEach(async () => {
  await sql`update conflict_rows set n = 0`.execute(db);
});
afterAll(async () => {
  await sql`drop table conflict_rows`.execute(db);
  await sql`drop sequence conflict_failures`.execute(db);
  await db.destroy();
});

const add = (db: Db, id: number) => sql`update conflict_rows set n = n + 1 where id = ${id}`.execute(db);
const counts = async () =>
  (await sql<{ n: number }>`select n from conflict_rows order by id`.execute(db)).rows.map(({ n }) => n);
/** Fails with PostgreSQL's error for an aborted transaction. */
const failWith = (db: Db, state: string) =>
  sql`do ${sql.raw(`$$ begin raise exception using errcode = '${state}'; end $$`)}`.execute(db);

describe('a transaction with a conflict', () => {
  test('is repeated after a deadlock, and both transactions take effect once [11.12]', async () => {
    const met = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const runs = [0, 0];
    const effects: number[] = [];
    const cross = (who: 0 | 1) =>
      transaction(db, async (db) => {
        runs[who] = (runs[who] ?? 0) + 1;
        afterCommit(db, () => void effects.push(who));
        await add(db, who === 0 ? 1 : 2);
        met[who]?.resolve();
        await met[1 - who]?.promise;
        await add(db, who === 0 ? 2 : 1);
      });
    await Promise.all([cross(0), cross(1)]);
    expect(runs.toSorted()).toEqual([1, 2]);
    expect(await counts()).toEqual([2, 2]);
    // An attempt that was rolled back publishes nothing.
    expect(effects.toSorted()).toEqual([0, 1]);
  });

  test('is repeated after a serialization failure, three times and no more', async () => {
    for (const [failures, result] of [
      [3, 'done'],
      [4, '40001'],
    ] as const) {
      let runs = 0;
      const ended = await transaction(db, async (db) => {
        runs += 1;
        await add(db, 1);
        if (runs <= failures) await failWith(db, '40001');
        return 'done';
      }).catch(({ code }) => code);
      expect([ended, runs]).toEqual([result, 4]);
    }
    expect(await counts()).toEqual([1, 0]);
  });

  test('is repeated as a whole when it is nested', async () => {
    let runs = 0;
    await transaction(db, async (outer) => {
      await add(outer, 1);
      await transaction(outer, async (inner) => {
        runs += 1;
        await add(inner, 2);
        if (runs === 1) await failWith(inner, '40P01');
      });
    });
    expect(await counts()).toEqual([1, 1]);
  });

  test('is not repeated after any other error', async () => {
    let runs = 0;
    for (const state of ['23505', '55P03', '57014']) {
      runs = 0;
      const failed = transaction(db, async (db) => {
        runs += 1;
        await failWith(db, state);
      });
      await expect(failed).rejects.toMatchObject({ code: state });
      expect(runs).toBe(1);
    }
  });

  test('is repeated when it is a single statement', async () => {
    // A rollback does not reset a sequence.
    await sql`do $$ begin perform setval('conflict_failures', 1, false); end $$`.execute(db);
    await sql`do $$ begin
      update conflict_rows set n = n + 1 where id = 1;
      if nextval('conflict_failures') <= 2 then raise exception using errcode = '40P01'; end if;
    end $$`.execute(db);
    expect(await counts()).toEqual([1, 0]);
  });
});

test('a conflict is not reported as an outage of the database', async () => {
  for (const state of ['40P01', '40001', '55P03']) {
    const error = await transaction(db, (db) => failWith(db, state)).catch((error) => error);
    expect([state, isContended(error), isDatabaseUnavailable(error)]).toEqual([state, true, false]);
  }
  await expect(retryConflicts(() => Promise.reject(new Error('other')))).rejects.toThrow('other');
});

test('a final conflict is reported in both languages, with the time of the next attempt', async () => {
  const app = Fastify();
  handleErrors(app, 'Dolna');
  app.get('/', () => transaction(db, (db) => failWith(db, '40P01')));
  for (const [language, said] of [
    ['en', 'Too many changes at once. Try again.'],
    ['bn', 'একসাথে অনেক পরিবর্তন। আবার চেষ্টা করুন।'],
  ]) {
    const { statusCode, headers, body } = await app.inject({ url: '/', headers: { 'accept-language': language } });
    expect([statusCode, headers['retry-after']]).toEqual([503, '1']);
    expect(JSON.parse(body)).toMatchObject({ title: 'too-many-changes', message: said });
  }
  await app.close();
});
