import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '#embedded-postgres/postmaster.ts';
import { openProviderStore } from './support/provider-store.ts';
import { openTestStore, type TestStore } from './support/test-store.ts';

const SCRIPT = join(import.meta.dirname, '../scripts/verify-books.ts');

let store: TestStore;
let dataDir: string;
beforeAll(async () => {
  store = await openTestStore();
  dataDir = await mkdtemp(join(tmpdir(), 'dolna-books-'));
});
afterAll(async () => {
  await store.close();
  await rm(dataDir, { recursive: true });
});

/** Runs `npm run verify-books` with these settings. Returns its output and exit code. */
function verify(settings: Record<string, string>): Promise<{ code: number; said: string }> {
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    DATABASE_URL: store.databaseUrl,
    DATA_DIR: dataDir,
    ...settings,
  };
  return new Promise((resolve) => {
    execFile(process.execPath, [SCRIPT], { env }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, said: (out + err).trim() }),
    );
  });
}

const cardsAt = (apiBase: string, key = store.cards.secretKey) => ({
  STRIPE_SECRET_KEY: key,
  STRIPE_PUBLISHABLE_KEY: store.cards.publishableKey,
  STRIPE_WEBHOOK_SECRET: store.cards.webhookSecret,
  STRIPE_API_BASE: apiBase,
});

test('the command reports a correct ledger', async () => {
  expect(await verify(cardsAt(store.cards.apiBase ?? ''))).toEqual({
    code: 0,
    said: "The books are right; 0 payments compared with the provider's record.\nBalance at stripe: nothing; in the books 0.00.",
  });
});

test('an unreachable provider, or one with other keys, is reported in one line', async () => {
  const nowhere = `http://127.0.0.1:${await freePort()}`;
  expect(await verify(cardsAt(nowhere))).toEqual({
    code: 1,
    said: `The card provider does not answer at ${nowhere}. Try again later; if it stays unavailable, check the network and STRIPE_API_BASE.`,
  });
  const there = store.cards.apiBase ?? '';
  expect(await verify(cardsAt(there, 'sk_test_of_somebody_else'))).toEqual({
    code: 1,
    said: `The card provider at ${there} refuses the key. Check STRIPE_SECRET_KEY.`,
  });
});

test('an answer that is not understood is reported, and the other payments are compared', async () => {
  const providerStore = await openProviderStore();
  try {
    for (const _ of [1, 2])
      await (await providerStore.payAt('bkash', await providerStore.choose(await providerStore.book(), 'bkash')))();
    providerStore.faults.bkash.addAll({ calls: [{ kind: 'alter', on: 'payment/status', set: { amount: 'much' } }] });
    const cards = cardsAt(providerStore.store.cards.apiBase ?? '', providerStore.store.cards.secretKey);
    const settings = { ...cards, ...providerStore.standIns.settings, BKASH_PAYOUTS: 'on' };
    expect(await verify({ DATABASE_URL: providerStore.store.databaseUrl, ...settings })).toEqual({
      code: 1,
      said: expect.stringMatching(
        /^TR0011\w+: the answer of the provider is not understood \(bKash returned no amount\)\nThe books differ in 1 ways; 1 payments compared[^\n]*\nBalance/,
      ),
    });
  } finally {
    await providerStore.close();
  }
});

test('the balances of providers that report one are beside the books, and a missing answer stops nothing', async () => {
  const providerStore = await openProviderStore();
  try {
    const cards = cardsAt(providerStore.store.cards.apiBase ?? '', providerStore.store.cards.secretKey);
    const settings = { DATABASE_URL: providerStore.store.databaseUrl, ...cards, ...providerStore.standIns.settings };
    const balances = async (payouts: string) => {
      const { code, said } = await verify({ ...settings, BKASH_PAYOUTS: payouts });
      expect([code, said]).toEqual([0, expect.stringMatching(/^The books are right; \d payments/)]);
      return said.split('\n').slice(1);
    };
    const stripe = 'Balance at stripe: nothing; in the books 0.00.';
    const bkash = (sum: string) =>
      `Balance at bkash: Collection ${sum} BDT, Disbursement 1000000.00 BDT; in the books ${sum}.`;
    expect(await balances('on')).toEqual([stripe, bkash('0.00')]);
    await (await providerStore.payAt('bkash', await providerStore.choose(await providerStore.book(), 'bkash')))();
    expect(await balances('on')).toEqual([stripe, bkash('6500.00')]);
    expect(await balances('off')).toEqual([stripe]);
    providerStore.faults.bkash.addAll({ calls: [{ kind: 'error-before', on: 'payment/organizationBalance' }] });
    const silent = /^Balance at bkash: no answer \([^\n]+\); in the books 6500\.00\.$/;
    expect(await balances('on')).toEqual([stripe, expect.stringMatching(silent)]);
  } finally {
    await providerStore.close();
  }
});

test('a demo that is not running is reported in one line', async () => {
  const ended = { code: 1, said: expect.stringMatching(/^The demo's card provider .* npm start[^\n]*$/) };
  expect(await verify({})).toEqual(ended);
  const stripe = { ...store.cards, apiBase: `http://127.0.0.1:${await freePort()}` };
  await writeFile(join(dataDir, 'sandbox-providers.json'), JSON.stringify({ stripe }));
  expect(await verify({})).toEqual(ended);
});

test('an unreachable database is reported in one line', async () => {
  const url = Object.assign(new URL(store.databaseUrl), { port: String(await freePort()) }).href;
  expect(await verify({ DATABASE_URL: url, ...cardsAt(store.cards.apiBase ?? '') })).toEqual({
    code: 1,
    said: 'The database does not answer (ECONNREFUSED). Is it running, and is DATABASE_URL right?',
  });
});
