import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Access, Call } from '#platform/contract/call.ts';
import { problemReply } from '#platform/contract/problem.ts';
import { calls } from './support/contracts.ts';
import type { Ask, Ownership } from './support/owners.ts';
import { OWNERSHIP } from './support/ownership.ts';
import { ownRows, untilIdle } from './support/rows.ts';
import { sendCall } from './support/send.ts';
import { CALLERS, type CallerKind, openTestPeople, type TestPeople } from './support/test-people.ts';
import { openTestStore, type TestStore } from './support/test-store.ts';

let store: TestStore;
let people: TestPeople;
beforeAll(async () => {
  store = await openTestStore();
  people = await openTestPeople(store);
});
afterAll(() => store.close());

const ROLES: Partial<Record<CallerKind, Access[]>> = {
  buyer: ['buyer'],
  'other buyer': ['buyer'],
  seller: ['seller'],
  'other seller': ['seller'],
  both: ['buyer', 'seller'],
  admin: ['admin'],
};

/** Returns the status that a contract's `access` implies for a caller. */
function gate(access: Access, who: CallerKind): 200 | 400 | 401 | 403 {
  if (access === 'anyone') return 200;
  if (access === 'provider') return 400;
  if (who === 'visitor' || who === 'signed out' || who === 'deleted') return 401;
  if (access === 'cookie' || access === 'session') return 200;
  if (who === 'cookie alone') return 401;
  if (who === 'undecided') return 403;
  return access === 'signedIn' || ROLES[who]?.includes(access) ? 200 : 403;
}

function expected(call: Call, { whose, others, also = [] }: Ownership, who: CallerKind): number {
  // A browser that comes back from a provider is led on, and learns nothing.
  if (call.spec.redirects) return 303;
  const byRole = gate(call.spec.access, who);
  if (byRole !== 200) return byRole;
  // A cookie identifies its owner, with or without a token.
  const owner = who === 'cookie alone' ? 'buyer' : who;
  return whose === 'nobody' || whose === owner || also.includes(who) ? 200 : (others ?? 0);
}

const send = (call: Call, ask: Ask, headers: Record<string, string>) => sendCall(store.app, call, ask, headers);

describe.each([...calls])('%s', (line, call) => {
  const ownership = OWNERSHIP[line];
  if (!ownership) {
    test('has an owner in tests/support/ownership.ts', () => expect.unreachable());
    return;
  }
  // Refused callers come first, so that the resource still exists for admitted ones.
  const asking = CALLERS.map((who) => ({ who, status: expected(call, ownership, who) }));
  const refused = asking.filter(({ status }) => status !== 200);
  const admitted = asking.filter(({ status }) => status === 200);
  let thing: Ask | undefined;

  async function asks(who: CallerKind): Promise<Ask> {
    if (ownership?.whose === 'nobody') return ownership.ask(people, who);
    thing ??= await ownership?.ask(people, who);
    return thing ?? {};
  }

  const callers = refused.map(({ who, status }) => `${who} (${status})`).join(', ');
  if (callers)
    test(`refuses ${callers}, and changes nothing [6.2 6.8 6.9 6.10 6.11 7.1 10.4 P5 T1]`, async () => {
      const requests = [];
      for (const one of refused) requests.push({ ...one, ask: await asks(one.who) });
      await untilIdle(store.db);
      const before = await ownRows(store.db);
      for (const { who, status, ask } of requests) {
        const answer = await send(call, ask, people.headers[who]);
        expect.soft(answer.statusCode, `${who}: ${answer.body}`).toBe(status);
        // The test goes on, so that it names each wrong caller.
        if (answer.statusCode !== status) continue;
        if (status === 303) expect(answer.headers.location).toMatch(/\/dashboard\/myorders$/);
        else {
          expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
          expect(problemReply.strict().safeParse(answer.json()).error).toBeUndefined();
        }
      }
      expect(await ownRows(store.db)).toEqual(before);
    });

  test.each(admitted)('$who: admitted', async ({ who }) => {
    const ask = await asks(who);
    const answer = await send(call, ask, ask.owner ?? people.headers[who]);
    expect(answer.statusCode, answer.body).toBe(200);
  });
});

test('ownership names existing calls only', () => {
  expect(Object.keys(OWNERSHIP).sort()).toEqual([...calls.keys()].sort());
});

test('every call of the contracts is served, and nothing else is [6.11 P5]', async () => {
  const document = (await store.app.inject('/api/openapi.json')).json();
  expect(document.openapi).toMatch(/^3\.1/);
  const served = Object.entries(document.paths as Record<string, object>).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(served.sort()).toEqual([...calls.keys()].sort());
});
