import { expect, test, vi } from 'vitest';
import { batchPerTick } from './batch.ts';

const double = () => vi.fn(async (keys: readonly number[]) => keys.map((key) => key * 2));

test('keys of one turn are loaded by one call, and each caller gets its own value', async () => {
  const load = double();
  const find = batchPerTick(load);
  expect(await Promise.all([find(1), find(2), find(1)])).toEqual([2, 4, 2]);
  expect(load.mock.calls).toEqual([[[1, 2, 1]]]);
});

test('keys of a later turn are loaded by a new call, even while the first one runs', async () => {
  const answers: ((values: number[]) => void)[] = [];
  const find = batchPerTick(() => new Promise<number[]>((answer) => answers.push(answer)));
  const first = find(1);
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  const second = find(1);
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  answers[1]?.([22]);
  answers[0]?.([11]);
  expect(await Promise.all([first, second])).toEqual([11, 22]);
});

test('a failure rejects all callers of its batch, and no later one', async () => {
  const load = double().mockRejectedValueOnce(new Error('outage'));
  const find = batchPerTick(load);
  const [one, other] = await Promise.allSettled([find(1), find(2)]);
  expect([one.status, other.status]).toEqual(['rejected', 'rejected']);
  expect(await find(3)).toBe(6);
});
