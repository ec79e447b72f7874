import { expect, vi } from 'vitest';
import { aProduct } from '#modules/catalogue/server/fixtures.ts';
import { type Person, provider, type TestStore } from '../support/test-store.ts';
import type { TcpProxy, Weather } from './proxy.ts';

/** Within this it is said that the database is away, and within this after its return all is well again, in milliseconds. */
const SAID = 5000;
const WELL = 10_000;

/** What is asked while the database is away: with a token, without, and of the identity provider. */
function questions({ app }: TestStore, seller: Person, categoryId: string) {
  const headers = { authorization: `Bearer ${seller.token}` };
  return {
    'a call of a signed-in person': () =>
      app.inject({ method: 'POST', url: '/api/products', payload: aProduct(categoryId), headers }),
    'a call of anybody': () => app.inject('/api/products/advertise'),
    'a sign-in': () => provider(app, '/sign-in/email', { email: seller.email, password: seller.password }),
    'the exchange of a session for a token': () =>
      app.inject({ url: `/api/jwt?email=${seller.email}`, headers: { cookie: seller.cookie } }),
  };
}

/** How late each piece is with a database that is slow, in milliseconds: nothing is answered in time. */
export const LATE = 8000;

/** Puts a weather between the store and its database, sees what calls answer, and that all is well again afterwards. */
export async function sitOut(
  weather: Weather,
  { store, between, seller, categoryId }: { store: TestStore; between: TcpProxy; seller: Person; categoryId: string },
): Promise<{ slowest: number; backAfter: number }> {
  const asked = Object.entries(questions(store, seller, categoryId));
  await between.become(weather, LATE);
  const times = await Promise.all(
    [...asked, ...asked, ...asked, ...asked].map(async ([name, ask]) => {
      const begun = performance.now();
      const answer = await ask();
      const took = performance.now() - begun;
      expect([name, answer.statusCode, answer.headers['retry-after']]).toEqual([name, 503, '5']);
      expect(took, name).toBeLessThan(SAID);
      return took;
    }),
  );
  const backAfter = await recover(asked, between);
  return { slowest: Math.max(...times), backAfter };
}

/**
 * Makes the database so slow that one statement is answered in time and many are not: what calls answer is right, or
 * that it is away.
 */
export async function sitOutSlowness(
  delay: number,
  { store, between, seller, categoryId }: Parameters<typeof sitOut>[1],
): Promise<{ codes: Record<string, number>; slowest: number; backAfter: number }> {
  const asked = Object.entries(questions(store, seller, categoryId));
  // To connect takes many words, which nobody would wait for: this is about those who are connected.
  await Promise.all([...asked, ...asked, ...asked, ...asked].map(([, ask]) => ask()));
  await between.become('slow', delay);
  const answers = await Promise.all(
    asked.map(async ([name, ask]) => {
      const begun = performance.now();
      const { statusCode, headers } = await ask();
      const took = performance.now() - begun;
      expect([name, statusCode, headers['retry-after']]).toEqual([
        name,
        ...(statusCode === 200 ? [200, undefined] : [503, '5']),
      ]);
      expect(took, name).toBeLessThan(SAID);
      return { name, statusCode, took };
    }),
  );
  const backAfter = await recover(asked, between);
  const codes = Object.fromEntries(answers.map(({ name, statusCode }) => [name, statusCode]));
  return { codes, slowest: Math.max(...answers.map(({ took }) => took)), backAfter };
}

type Asked = [string, () => Promise<{ statusCode: number }>][];

/** Lets the database come back, and waits until everything is answered. Gives how long that took, in milliseconds. */
async function recover(asked: Asked, between: TcpProxy): Promise<number> {
  await between.become('through');
  const returned = performance.now();
  await vi.waitFor(async () => {
    for (const [name, ask] of asked) expect([name, (await ask()).statusCode]).toEqual([name, 200]);
  }, WELL);
  return performance.now() - returned;
}
