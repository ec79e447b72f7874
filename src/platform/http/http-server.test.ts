import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { readCommonSettings } from '#platform/operations/settings.ts';
import { handleErrors } from './error-handler.ts';
import { createServer } from './http-server.ts';

test('every phase of a connection has a timeout', async () => {
  const app = createServer(readCommonSettings({}), false);
  const { timeout, headersTimeout, requestTimeout, keepAliveTimeout } = app.server;
  for (const wait of [timeout, headersTimeout, requestTimeout, keepAliveTimeout]) expect(wait).toBeGreaterThan(0);
  const { handlerTimeout = 0 } = app.initialConfig as { handlerTimeout?: number };
  // A slow request is answered before the silent connection is closed.
  expect(handlerTimeout).toBeGreaterThan(0);
  expect(handlerTimeout).toBeLessThan(timeout);
  await app.close();
});

test('a call that takes too long is a 503 with Retry-After', async () => {
  const app = createServer(readCommonSettings({}), false);
  handleErrors(app, 'Dolna');
  app.get('/endless', { handlerTimeout: 50 }, () => new Promise(() => undefined));
  const answer = await app.inject('/endless');
  expect([answer.statusCode, answer.headers['retry-after'], answer.json().title]).toEqual([503, '5', 'unavailable']);
  await app.close();
});

test('two hundred connections that never finish their headers delay no other request', async () => {
  const app = createServer(readCommonSettings({ PORT: '0' }), false);
  app.get('/here', () => ({ here: true }));
  const address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const dawdlers = Array.from({ length: 200 }, () => {
    const socket = connect(Number(address.port), address.hostname);
    socket.on('error', () => undefined);
    socket.write('GET /here HTTP/1.1\r\nHost: localhost\r\nX-Slow: ');
    return socket;
  });
  await expect.poll(() => new Promise((done) => app.server.getConnections((_, count) => done(count)))).toBe(200);
  const begun = performance.now();
  const answers = await Promise.all(Array.from({ length: 20 }, () => fetch(new URL('/here', address))));
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect(performance.now() - begun).toBeLessThan(2000);
  for (const socket of dawdlers) socket.destroy();
  await app.close();
});
