import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openTestStore } from '../support/test-store.ts';
import { tell } from './machines.ts';

const DAWDLERS = 200;
/** Their headers may take fifteen seconds, and are looked at every five; the machine may be busy. In milliseconds. */
const GONE = 35_000;

test('two hundred connections that send their headers a letter at a time are cut off, and keep nobody waiting meanwhile', async () => {
  const store = await openTestStore();
  const { hostname, port } = new URL(store.address);
  let open = DAWDLERS;
  const dawdlers = Array.from({ length: DAWDLERS }, () => {
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
  while (open > 0 && performance.now() - begun < GONE) {
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
  tell('Slow headers', {
    connections: DAWDLERS,
    'cut off after ms': Math.round(took),
    'answers to others': asked,
    'slowest of them in ms': Math.round(slowest),
  });
});
