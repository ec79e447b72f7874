import pg from 'pg';
import { vi } from 'vitest';
import { untilIdle } from './rows.ts';
import type { TestStore } from './test-store.ts';

/** Records the queries of this process. Call it before a store is opened. */
export function listenToQueries() {
  let asked: string[] = [];
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [first] = args;
    asked.push(typeof first === 'string' ? first : ((first as { text?: string } | null)?.text ?? ''));
    return query.apply(this, args);
  } as never);
  return {
    /** Returns the queries during a run, without those of jobs. */
    async during({ db }: TestStore, run: () => Promise<unknown>): Promise<string[]> {
      await untilIdle(db);
      asked = [];
      await run();
      return asked.filter((text) => !text.includes('graphile_worker'));
    },
    stop: () => spy.mockRestore(),
  };
}
