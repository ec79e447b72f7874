import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { markMessage } from '#modules/support/contract.ts';
import { openTestStore, type Person, type TestStore } from '../../../tests/support/test-store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore({ RATE_LIMITS: 'on', LIMIT_WRITES: '5' });
});
afterAll(() => store.close());

const write = (who: Person) =>
  who.api.send(markMessage, { params: { id: crypto.randomUUID() }, body: { state: 'open' } });

test('changes of one account are limited per minute; its reads and other accounts are not [T28]', async () => {
  const [one, other] = [await store.as('admin'), await store.as('admin')];
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
  for (let n = 0; n < 5; n += 1) await expect(write(one)).rejects.toMatchObject({ status: 404 });
  const headers = { authorization: `Bearer ${one.token}` };
  const refused = await store.app.inject({ method: 'DELETE', url: `/api/users/${other.id}`, headers });
  expect(refused.statusCode).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await store.app.inject({ url: '/api/me', headers })).statusCode).toBe(200);
  await expect(write(other)).rejects.toMatchObject({ status: 404 });
  clock.mockReturnValue(Date.now() + 60_001);
  await expect(write(one)).rejects.toMatchObject({ status: 404 });
  clock.mockRestore();
});
