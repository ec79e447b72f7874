import { expect, vi } from 'vitest';
import { aProduct } from '#modules/catalogue/server/fixtures.ts';
import { type Person, provider, type TestStore } from '../support/test-store.ts';
import type { NetworkCondition, TcpProxy } from './proxy.ts';

/** A call replies within this time during an outage. */
const REPLY_MAX_MS = 5000;
/** All calls succeed within this time after an outage. */
const RECOVERY_MAX_MS = 10_000;

/** Requests during an outage: with a token, without one, and of the identity provider. */
function requests({ app }: TestStore, seller: Person, categoryId: string) {
  const headers = { authorization: `Bearer ${seller.token}` };
  return {
    'a call of a signed-in person': () =>
      app.inject({ method: 'POST', url: '/api/products', payload: aProduct(categoryId), headers }),
    'a call of a visitor': () => app.inject('/api/products/advertise'),
    'a sign-in': () => provider(app, '/sign-in/email', { email: seller.email, password: seller.password }),
    'the exchange of a session for a token': () =>
      app.inject({ url: `/api/jwt?email=${seller.email}`, headers: { cookie: seller.cookie } }),
  };
}

/** Delay of each packet of a slow database: no statement is in time. */
export const SLOW_DELAY_MS = 8000;

/** Sets a network condition to the database, and expects 503 replies in time and a recovery. Returns times in milliseconds. */
export async function expectOutageHandled(
  condition: NetworkCondition,
  { store, between, seller, categoryId }: { store: TestStore; between: TcpProxy; seller: Person; categoryId: string },
): Promise<{ slowest: number; backAfter: number }> {
  const named = Object.entries(requests(store, seller, categoryId));
  await between.setCondition(condition, SLOW_DELAY_MS);
  const times = await Promise.all(
    [...named, ...named, ...named, ...named].map(async ([name, send]) => {
      const begun = performance.now();
      const answer = await send();
      const took = performance.now() - begun;
      expect([name, answer.statusCode, answer.headers['retry-after']]).toEqual([name, 503, '5']);
      expect(took, name).toBeLessThan(REPLY_MAX_MS);
      return took;
    }),
  );
  const backAfter = await recover(named, between);
  return { slowest: Math.max(...times), backAfter };
}

/**
 * Slows the database so that one statement is in time and several are not. Expects each call to succeed or to return 503 in
 * time.
 */
export async function expectSlownessHandled(
  delay: number,
  { store, between, seller, categoryId }: Parameters<typeof expectOutageHandled>[1],
): Promise<{ codes: Record<string, number>; slowest: number; backAfter: number }> {
  const named = Object.entries(requests(store, seller, categoryId));
  // Connect first: the handshake has several packets and would time out.
  await Promise.all([...named, ...named, ...named, ...named].map(([, send]) => send()));
  await between.setCondition('slow', delay);
  const answers = await Promise.all(
    named.map(async ([name, send]) => {
      const begun = performance.now();
      const { statusCode, headers } = await send();
      const took = performance.now() - begun;
      expect([name, statusCode, headers['retry-after']]).toEqual([
        name,
        ...(statusCode === 200 ? [200, undefined] : [503, '5']),
      ]);
      expect(took, name).toBeLessThan(REPLY_MAX_MS);
      return { name, statusCode, took };
    }),
  );
  const backAfter = await recover(named, between);
  const codes = Object.fromEntries(answers.map(({ name, statusCode }) => [name, statusCode]));
  return { codes, slowest: Math.max(...answers.map(({ took }) => took)), backAfter };
}

type NamedRequests = [string, () => Promise<{ statusCode: number }>][];

/** Restores the network and waits until all requests succeed. Returns the time in milliseconds. */
async function recover(named: NamedRequests, between: TcpProxy): Promise<number> {
  await between.setCondition('through');
  const returned = performance.now();
  await vi.waitFor(async () => {
    for (const [name, send] of named) expect([name, (await send()).statusCode]).toEqual([name, 200]);
  }, RECOVERY_MAX_MS);
  return performance.now() - returned;
}
