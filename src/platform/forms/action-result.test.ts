import { afterEach, expect, test, vi } from 'vitest';
import { formAction } from './action-result.ts';

afterEach(() => vi.restoreAllMocks());

/** Returns the error of a form whose request failed. */
async function errorAfter(failure: Error): Promise<unknown> {
  vi.spyOn(console, 'error').mockReturnValue();
  const request = new Request('http://localhost/contact', { method: 'POST', body: new FormData() });
  const answer = await formAction()({ request, serverAction: () => Promise.reject(failure) });
  return 'data' in answer && answer.data?.refused?.error?.[''];
}

test('a form without a network asks the user to check the connection, and does not blame the server', async () => {
  for (const message of ['Failed to fetch', 'Load failed', 'NetworkError when attempting to fetch resource.'])
    expect(await errorAfter(new TypeError(message))).toEqual(['error.unreached']);
  expect(await errorAfter(new Error('500'))).toEqual(['error.unavailable']);
});
