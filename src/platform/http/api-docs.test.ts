import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestStore, type TestStore } from '../../../tests/support/test-store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

test('the OpenAPI document has every call with its parameters, without the documentation’s own pages', async () => {
  const answer = await store.app.inject('/api/openapi.json');
  expect(answer.headers['content-type']).toContain('application/json');
  const { paths } = answer.json();
  expect(Object.keys(paths)).toEqual(expect.arrayContaining(['/categories', '/bookings', '/items/{id}', '/photos']));
  expect(Object.keys(paths).filter((path) => path.startsWith('/docs') || path.startsWith('/api'))).toEqual([]);
  expect(paths['/items/{id}'].get.parameters).toMatchObject([{ name: 'id', in: 'path' }]);
});

test('the documentation page and its files are served under a policy that allows only them', async () => {
  const page = await store.app.inject('/api/docs/');
  expect([page.statusCode, page.headers['content-type']]).toEqual([200, expect.stringContaining('text/html')]);
  expect(page.headers['content-security-policy']).toContain("default-src 'none'; script-src 'self';");
  const script = await store.app.inject('/api/docs/static/swagger-ui-bundle.js');
  expect([script.statusCode, script.headers['content-type']]).toEqual([200, expect.stringContaining('javascript')]);
  expect(script.headers['content-security-policy']).toBe(page.headers['content-security-policy']);
  expect((await store.app.inject('/api/docs/static/nothing.js')).statusCode).toBe(404);
});
