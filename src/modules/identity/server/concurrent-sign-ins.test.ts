import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openTestStore, provider, type TestStore } from '../../../../tests/support/test-store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

test('during fifty sign-ins other calls are answered [T9]', async () => {
  const person = await store.as('buyer');
  let signedIn = 0;
  const signIns = Array.from({ length: 50 }, async () => {
    const { email, password } = person;
    const answer = await provider(store.app, '/sign-in/email', { email, password });
    signedIn += 1;
    return answer.statusCode;
  });
  await vi.waitUntil(() => signedIn > 0, 10_000);
  const before = signedIn;
  // Reading a picture from disk needs the same threads as password hashes.
  const others = await Promise.all([
    store.app.inject(`/media/${randomUUID()}-400.webp`),
    store.app.inject('/api/categories'),
    store.app.inject({ url: '/api/me', headers: { cookie: person.cookie } }),
  ]);
  expect(others.map((answer) => answer.statusCode)).toEqual([404, 200, 200]);
  expect(signedIn - before).toBeLessThan(15);
  // On a slow machine the last ones may get a Retry-After.
  const codes = await Promise.all(signIns);
  expect(codes).toContain(200);
  expect(codes.filter((code) => code !== 200 && code !== 503)).toEqual([]);
});
