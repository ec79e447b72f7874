import { expect, test } from 'vitest';
import { createServer } from '#platform/http/http-server.ts';
import { readCommonSettings } from '#platform/operations/settings.ts';

/** Returns the visitor's address behind `TRUST_PROXY` proxies, from an X-Forwarded-For header. */
async function visitorAt(TRUST_PROXY: string, forwarded: string): Promise<string> {
  const app = createServer(readCommonSettings({ TRUST_PROXY }), undefined);
  app.get('/', async (request) => request.ip);
  const headers = { 'x-forwarded-for': forwarded };
  const answer = await app.inject({ url: '/', headers, remoteAddress: '10.0.0.1' });
  await app.close();
  return answer.body;
}

test('the address of a visitor is the one that the trusted proxy saw, not the sent header', async () => {
  expect(await visitorAt('true', '203.0.113.7')).toBe('203.0.113.7');
  expect(await visitorAt('1', '198.51.100.1, 203.0.113.7')).toBe('203.0.113.7');
  expect(await visitorAt('2', '198.51.100.1, 203.0.113.7, 10.0.0.2')).toBe('203.0.113.7');
});

test('without a proxy the header is ignored', async () => {
  for (const off of ['', '0', 'false', 'off']) expect(await visitorAt(off, '198.51.100.1')).toBe('10.0.0.1');
});
