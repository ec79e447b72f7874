import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openTestStore } from '../support/test-store.ts';
import { printCounts } from './server-processes.ts';

const CONNECTION_COUNT = 200;
/** Headers may take fifteen seconds and are checked every five; a busy machine may be later. */
const CLOSED_WITHIN_MS = 35_000;

test('two hundred connections that send their headers one byte at a time are closed, and delay no other request', async () => {
  const store = await openTestStore();
  const { hostname, port } = new URL(store.address);
  let open = CONNECTION_COUNT;
  const dawdlers = Array.from({ length: CONNECTION_COUNT }, () => {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    socket.once('close', () => {
      open -= 1;
    });
    socket.write(`GET /healthz HTTP/1.1\r\nHost: ${hostname}\r\nX-Slow: `);
    return socket;
  });
  const begun = performance.now();
  let slowest = 0;
  let asked = 0;
  while (open > 0 && performance.now() - begun < CLOSED_WITHIN_MS) {
    for (const socket of dawdlers) if (!socket.destroyed) socket.write('a');
    const from = performance.now();
    const answer = await fetch(`${store.address}/api/categories`);
    expect(answer.status).toBe(200);
    await answer.text();
    slowest = Math.max(slowest, performance.now() - from);
    asked += 1;
    await pause(500);
  }
  const took = performance.now() - begun;
  for (const socket of dawdlers) socket.destroy();
  await store.close();
  expect(open).toBe(0);
  expect(slowest).toBeLessThan(2000);
  printCounts('Slow headers', {
    connections: CONNECTION_COUNT,
    'cut off after ms': Math.round(took),
    'answers to others': asked,
    'slowest of them in ms': Math.round(slowest),
  });
});
