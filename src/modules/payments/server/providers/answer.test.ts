import { afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { CredentialsRefused, fetchAnswer } from './answer.ts';
import { ProviderUnavailable, ProviderUnclear } from './provider.ts';

afterEach(() => vi.restoreAllMocks());

/** Sends a request that is answered with this status and text. */
function ask(status: number, text: string) {
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(text, { status }));
  return fetchAnswer('https://pay.example/create?key=secret', {}, z.object({ code: z.string().optional() }));
}
const FORBIDDEN = '{"message":"Forbidden"}';
const HTML = '<html>Forbidden</html>';

test.each([
  [401, FORBIDDEN, CredentialsRefused, 'the status is 401'],
  [403, FORBIDDEN, CredentialsRefused, 'the status is 403'],
  [403, HTML, CredentialsRefused, 'the status is 403'],
  [404, HTML, ProviderUnavailable, 'the status is 404, SyntaxError'],
  [429, FORBIDDEN, ProviderUnclear, 'the status is 429, the answer has no known field'],
  [400, '{"code":1}', ProviderUnclear, 'the status is 400, the answer has an unexpected code'],
  [200, HTML, ProviderUnavailable, 'SyntaxError'],
  [502, HTML, ProviderUnavailable, 'the status is 502'],
])('an answer with the status %i and the text %s is a failure that names its status', async (...given) => {
  const [status, text, kind, cause] = given;
  const failed = await ask(status, text).catch((error) => error);
  expect(failed).toBeInstanceOf(kind);
  expect(failed).toMatchObject({ status: 503, cause: `pay.example: ${cause}` });
});

test('an answer with a known field is returned, whatever its status', async () => {
  expect(await ask(400, '{"code":"2006","message":"Refused"}')).toEqual({ code: '2006' });
  expect(await ask(200, '{}')).toEqual({});
});
