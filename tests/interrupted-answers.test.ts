import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Call } from '#platform/contract/call.ts';
import { openProxy, type TcpProxy } from './faults/proxy.ts';
import { calls } from './support/contracts.ts';
import type { Ask } from './support/owners.ts';
import { OWNERSHIP } from './support/ownership.ts';
import { allRows, untilIdle } from './support/rows.ts';
import { type CallerKind, openTestPeople, type TestPeople } from './support/test-people.ts';
import { openTestStore, type TestStore } from './support/test-store.ts';

let store: TestStore;
let people: TestPeople;
let between: TcpProxy;
beforeAll(async () => {
  store = await openTestStore();
  people = await openTestPeople(store);
  between = await openProxy({ port: Number(new URL(store.address).port) });
});
afterAll(async () => {
  await between.close();
  await store.close();
});

/** It asks the provider, and changes nothing while nothing is paid. */
const CHECK = 'POST /bookings/{id}/check-payment';

const posts = [...calls].filter(
  ([line, call]) => call.method === 'POST' && call.spec.access !== 'provider' && line !== CHECK,
);

function post(port: number | string, call: Call, ask: Ask, key: string): Promise<Response> {
  const { access } = call.spec;
  const who: CallerKind = access === 'seller' || access === 'admin' ? access : 'buyer';
  const headers = { ...(ask.owner ?? people.headers[who]), 'idempotency-key': key };
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => ask.params?.[name] ?? '');
  const url = `http://127.0.0.1:${port}/api${path}`;
  if (!ask.file) {
    const json = { ...headers, 'content-type': 'application/json' };
    return fetch(url, { method: 'POST', headers: json, body: JSON.stringify(ask.body) });
  }
  const body = new FormData();
  body.set(ask.file.field, new Blob([new Uint8Array(ask.file.bytes)]), 'photo.png');
  return fetch(url, { method: 'POST', headers, body });
}

test.each(posts)(
  '%s, repeated with its key after an interrupted answer, has one effect and one answer [P7]',
  async (line, call) => {
    const ask = (await OWNERSHIP[line]?.ask(people, call.spec.access === 'seller' ? 'seller' : 'buyer')) ?? {};
    const key = crypto.randomUUID();
    const before = await allRows(store.db);
    await between.setCondition('cut');
    await expect(post(between.port, call, ask, key)).rejects.toThrow('fetch failed');
    await between.setCondition('through');
    await untilIdle(store.db);
    const after = await allRows(store.db);
    expect(after, 'the first has had its effect').not.toEqual(before);

    const again = await post(between.port, call, ask, key);
    expect(again.status).toBe(200);
    const answer = await again.json();
    const oncemore = await post(between.port, call, ask, key);
    expect([oncemore.status, await oncemore.json()]).toEqual([200, answer]);
    await untilIdle(store.db);
    expect(await allRows(store.db)).toEqual(after);
  },
);
