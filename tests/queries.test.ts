import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Call } from '#platform/contract/call.ts';
import { type Cast, openCast, type Who } from './support/cast.ts';
import { calls } from './support/contracts.ts';
import { OWNERSHIP } from './support/ownership.ts';
import { listenToQueries } from './support/queries.ts';
import { sendCall } from './support/send.ts';
import { openTestStore, type TestStore } from './support/test-store.ts';

/** Who asks, and what was asked for. */
const LIST = 3;
/** Besides, what the words are and mean, and which things have them. */
const SEARCH = 5;
/** A file is made of several lists; somebody's own data of all of them. */
const READ = 10;
/** With its beginning and its end, and the key that makes it safe to repeat. */
const WRITE = 20;

const listening = listenToQueries();
let store: TestStore;
let cast: Cast;
beforeAll(async () => {
  store = await openTestStore();
  cast = await openCast(store);
});
afterAll(async () => {
  await store.close();
  listening.stop();
});

function mostOf({ method, path, spec }: Call): number {
  if (path === '/search') return SEARCH;
  return spec.paged ? LIST : method === 'GET' ? READ : WRITE;
}

test.each([...calls])('%s asks the database a small number of times', async (line, call) => {
  const role = ({ admin: 'admin', seller: 'seller' } as Record<string, Who>)[call.spec.access] ?? 'buyer';
  const { whose = 'nobody', ask } = OWNERSHIP[line] ?? {};
  const who = whose === 'nobody' ? role : whose;
  const asking = (await ask?.(cast, who)) ?? {};
  const queries = await listening.during(store, () =>
    sendCall(store.app, call, asking, asking.owner ?? cast.headers[who]),
  );
  expect(queries.length, queries.join('\n')).toBeLessThanOrEqual(mostOf(call));
});
