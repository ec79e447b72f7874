import { describe, expect, test } from 'vitest';
import { readSettings } from './settings.ts';

/** All that a real store needs. */
const PRODUCTION = {
  APP_MODE: 'production',
  PUBLIC_URL: 'https://store.example/',
  DATABASE_URL: 'postgresql://store@database/store',
  AUTH_SECRET: 'a secret of at least 32 characters',
  SMTP_URL: 'smtps://store:password@mail.example:465',
  STRIPE_SECRET_KEY: 'sk_live_12345678',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_12345678',
  STRIPE_WEBHOOK_SECRET: 'whsec_12345678',
};

test('a demo on this machine alone, with a hold of 24 hours, is what nothing at all gives', () => {
  expect(readSettings({})).toMatchObject({ APP_MODE: 'demo', HOST: 'localhost', PORT: 3000, HOLD_MINUTES: 24 * 60 });
});

describe('a real store', () => {
  test('opens with all that it needs', () => {
    expect(readSettings(PRODUCTION)).toMatchObject({ APP_MODE: 'production', PUBLIC_URL: 'https://store.example' });
  });

  test.each(Object.keys(PRODUCTION).filter((name) => name !== 'APP_MODE'))(
    'refuses to start without %s, or with an empty one, in one line that names it',
    (name) => {
      for (const value of [undefined, ''])
        expect(() => readSettings({ ...PRODUCTION, [name]: value })).toThrow(
          new RegExp(`^The setting ${name} is missing: [^\\n]+$`),
        );
    },
  );

  test('refuses to start with its rate limits off', () => {
    expect(() => readSettings({ ...PRODUCTION, RATE_LIMITS: 'off' })).toThrow(/^The setting RATE_LIMITS/);
  });

  test('refuses to start as a test, which takes a database that forgets with the power', () => {
    expect(() => readSettings({ ...PRODUCTION, NODE_ENV: 'test' })).toThrow(/^The setting NODE_ENV/);
  });
});

test.each([
  ['AUTH_SECRET', 'short'],
  ['HOLD_MINUTES', '0'],
  ['PORT', 'eighty'],
  ['PUBLIC_URL', 'ftp://store.example'],
  ['DATABASE_URL', 'mysql://store'],
  ['APP_MODE', 'live'],
])('a wrong %s stops the start in one line that names it', (name, value) => {
  expect(() => readSettings({ [name]: value })).toThrow(new RegExp(`^The setting ${name} is wrong: [^\\n]+$`));
});

test('the card keys go together, and so do Google’s two', () => {
  expect(() => readSettings({ STRIPE_SECRET_KEY: 'sk_test_12345678' })).toThrow(/STRIPE_PUBLISHABLE_KEY is missing/);
  expect(() => readSettings({ GOOGLE_CLIENT_ID: 'client-12345' })).toThrow(/GOOGLE_CLIENT_ID goes together/);
});
