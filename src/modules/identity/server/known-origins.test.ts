import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestStore, type TestStore } from '../../../../tests/support/test-store.ts';
import { attemptsAt, HOME, MOBILE, PASSWORD } from './attempts.fixtures.ts';
import { insertPerson } from './people.fixtures.ts';

/** A small limit, because each guess takes a tenth of a second. */
const [FAILURES, EMAILS] = [20, 5];

let store: TestStore;
let at: ReturnType<typeof attemptsAt>;
beforeAll(async () => {
  store = await openTestStore({ RATE_LIMITS: 'on', LIMIT_TRIES: '1000', LIMIT_FAILURES: String(FAILURES) });
  at = attemptsAt(store);
});
afterAll(() => store.close());

describe.each(['buyer', 'admin'] as const)('while strangers guess the password of a %s', (role) => {
  const email = `owner-${role}@example.com`;
  let device: string;
  beforeAll(async () => {
    device = await at.owner(email);
    await insertPerson(store.db, { email, name: 'Rima', role });
    expect(await at.attack(email, 5, FAILURES, '192.0.2')).toEqual({ 401: FAILURES });
    for (let n = 0; n < EMAILS; n += 1) expect((await at.requestReset(email, `192.0.2.${n}`)).statusCode).toBe(200);
  }, 60_000);

  test('guesses and reset requests from another address are refused', async () => {
    const sixth = '192.0.2.77';
    expect((await at.signIn(email, 'guess', sixth)).statusCode).toBe(401);
    const refused = await at.signIn(email, 'guess', sixth);
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect((await at.requestReset(email, sixth)).statusCode).toBe(429);
  });

  test('the owner signs in with a browser that signed in before, from any network [13.10 T5]', async () => {
    expect((await at.signIn(email, 'mistyped', '192.0.2.0', device)).statusCode).toBe(401);
    expect((await at.signIn(email, PASSWORD, '192.0.2.0', device)).statusCode).toBe(200);
  });

  test('the owner gets an e-mail with that browser', async () => {
    expect((await at.requestReset(email, '192.0.2.1', device)).statusCode).toBe(200);
  });

  test('the owner signs in and gets an e-mail on the network of the last success, without a cookie [13.10 T5]', async () => {
    expect((await at.signIn(email, 'mistyped', HOME)).statusCode).toBe(401);
    expect((await at.signIn(email, PASSWORD, HOME)).statusCode).toBe(200);
    expect((await at.requestReset(email, HOME)).statusCode).toBe(200);
  });

  test('the owner signs in with a new browser on a new network, and after a mistake within a minute [13.10 T5]', async () => {
    expect((await at.signIn(email, 'mistyped', MOBILE)).statusCode).toBe(401);
    const refused = await at.signIn(email, PASSWORD, MOBILE);
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
    await at.passOneMinute();
    expect((await at.signIn(email, PASSWORD, MOBILE)).statusCode).toBe(200);
  });
});

test('20 networks guess four times the limit of an account in an hour, and a new network still gets in [T4]', {
  timeout: 300_000,
}, async () => {
  const email = 'botnet@example.com';
  await at.owner(email);
  let heard = 0;
  for (let minute = 0; minute < 60; minute += 1) {
    // After a round without a counted guess, no minute adds any.
    const { 401: wrong = 0 } = await at.attack(email, 20, 40, '10.9.0');
    heard += wrong;
    if (wrong === 0) break;
    await at.passOneMinute();
  }
  expect(heard).toBe(4 * FAILURES);
  expect((await at.signIn(email, PASSWORD, MOBILE)).statusCode).toBe(200);
});
