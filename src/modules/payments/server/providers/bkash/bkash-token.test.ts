import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTokens } from './bkash-token.ts';

const KEYS = {
  ...{ base: 'https://bkash.example/checkout', appKey: 'app-key', appSecret: 'app-secret' },
  ...{ username: 'merchant', password: 'password', topicArn: undefined, paysOut: false, sandbox: true },
};
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

let asked: { call: string; body: Record<string, string> }[];
/** Answers in place of the next ones. */
let answers: object[];
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-01-31T12:00:00Z') });
  [asked, answers] = [[], []];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, request) => {
    asked.push({ call: String(url).replace(`${KEYS.base}/`, ''), body: JSON.parse(String(request?.body)) });
    const n = asked.length;
    const granted = { statusCode: '0000', id_token: `token-${n}`, refresh_token: `refresh-${n}`, expires_in: '3600' };
    return Response.json(answers.shift() ?? granted);
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});
const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);
const calls = () => asked.map(({ call }) => call);

test('requests at once share one grant, and the token is kept until 5 minutes before its hour ends', async () => {
  const tokens = createTokens(KEYS);
  expect(await Promise.all([tokens.get(), tokens.get()])).toEqual(['token-1', 'token-1']);
  pass(55 * MINUTE_MS - 1);
  expect(await tokens.get()).toBe('token-1');
  expect(calls()).toEqual(['token/grant']);
});

test('a token that ends is renewed by its refresh token, and each renewal by the newest one', async () => {
  const tokens = createTokens(KEYS);
  await tokens.get();
  for (const n of [2, 3]) {
    pass(55 * MINUTE_MS);
    expect(await tokens.get()).toBe(`token-${n}`);
    expect(asked.at(-1)).toMatchObject({ call: 'token/refresh', body: { refresh_token: `refresh-${n - 1}` } });
  }
});

test('a refused refresh is followed by a grant', async () => {
  const tokens = createTokens(KEYS);
  await tokens.get();
  pass(HOUR_MS);
  answers.push({ statusCode: '2079' });
  expect(await tokens.get()).toBe('token-3');
  expect(calls()).toEqual(['token/grant', 'token/refresh', 'token/grant']);
});

test('a day after the grant the next token is granted, not refreshed', async () => {
  const tokens = createTokens(KEYS);
  await tokens.get();
  for (let hours = 1; hours <= 24; hours += 1) {
    pass(HOUR_MS);
    await tokens.get();
  }
  expect(calls()).toEqual(['token/grant', ...Array(23).fill('token/refresh'), 'token/grant']);
});

test('a token of one minute is kept for half of it', async () => {
  const tokens = createTokens(KEYS);
  answers.push({ id_token: 'short', refresh_token: 'refresh', expires_in: 60 });
  expect(await tokens.get()).toBe('short');
  pass(MINUTE_MS / 2 - 1);
  expect(await tokens.get()).toBe('short');
  pass(1);
  expect(await tokens.get()).toBe('token-2');
});

test('a refused token is granted anew, and an earlier one drops nothing', async () => {
  const tokens = createTokens(KEYS);
  tokens.drop(await tokens.get());
  expect(await tokens.get()).toBe('token-2');
  tokens.drop('token-1');
  expect(await tokens.get()).toBe('token-2');
  expect(calls()).toEqual(['token/grant', 'token/grant']);
});

test('a refused grant names the code, and the next request asks again', async () => {
  const tokens = createTokens(KEYS);
  answers.push({ statusCode: '2001' });
  await expect(tokens.get()).rejects.toMatchObject({ status: 503, cause: 'bKash returned no token: 2001' });
  expect(await tokens.get()).toBe('token-2');
});
