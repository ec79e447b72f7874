import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestStore, type TestStore } from './support/test-store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

test.each([
  ['GET', '/api/nothing', 404],
  ['GET', '/api//categories', 404],
  ['POST', '/api/categories', 404],
  ['GET', '/api/users/admin/%ff', 400],
  ['POST', '/api/jwt', 404],
] as const)('%s %s is a JSON %i', async (method, url, status) => {
  const answer = await store.app.inject({ method, url });
  expect(answer.statusCode).toBe(status);
  expect(answer.headers['content-type']).toContain('application/problem+json');
  expect(answer.json()).toMatchObject({ status, message: expect.stringMatching(/\w/) });
});

test('errors are said in Bangla to who asks for it', async () => {
  const answer = await store.app.inject({ url: '/api/me', headers: { 'accept-language': 'bn-BD,bn;q=0.9' } });
  expect(answer.json().message).toBe('আগে লগইন করুন।');
});

test('every answer carries the security headers and the id of its request', async () => {
  const { headers } = await store.app.inject('/api/categories');
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
    'x-request-id': expect.stringMatching(/^[a-z0-9]{12}$/),
  });
});
