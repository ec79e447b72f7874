import { describe, expect, test } from 'vitest';
import { readSettings } from './store-settings.ts';

/** All settings that production requires. */
const PRODUCTION = {
  APP_MODE: 'production',
  PUBLIC_URL: 'https://store.example/',
  DATABASE_URL: 'postgresql://store@database/store',
  AUTH_SECRET: '7Jq0mVxT2kYpR9sZcLwB4nHdGfEaUoIi',
  SMTP_URL: 'smtps://store:password@mail.example:465',
  STRIPE_SECRET_KEY: 'sk_live_12345678',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_12345678',
  STRIPE_WEBHOOK_SECRET: 'whsec_12345678',
};

test('the default is a demo on this machine only, with a hold of 24 hours [9.10 12.3]', () => {
  expect(readSettings({})).toMatchObject({ APP_MODE: 'demo', HOST: 'localhost', PORT: 3000, HOLD_MINUTES: 24 * 60 });
});

describe('a production store', () => {
  test('starts with all required settings [9.9]', () => {
    expect(readSettings(PRODUCTION)).toMatchObject({ APP_MODE: 'production', PUBLIC_URL: 'https://store.example' });
  });

  test.each(Object.keys(PRODUCTION).filter((name) => name !== 'APP_MODE'))(
    'refuses to start without %s, or with an empty one, in one line that names it [12.5]',
    (name) => {
      for (const value of [undefined, ''])
        expect(() => readSettings({ ...PRODUCTION, [name]: value })).toThrow(
          new RegExp(`^The setting ${name} is missing: [^\\n]+$`),
        );
    },
  );

  test.each([
    ['its rate limits off', 'RATE_LIMITS', 'off'],
    ['an address that anybody on the way can read', 'PUBLIC_URL', 'http://store.example'],
    ['the pages of development', 'NODE_ENV', 'development'],
    ['a secret from an example', 'AUTH_SECRET', 'a secret of at least 32 characters'],
    ['a secret that repeats', 'AUTH_SECRET', 'abcabcabcabcabcabcabcabcabcabcabcabc'],
    ['a secret that was never changed', 'AUTH_SECRET', 'CHANGE-me-0123456789-abcdefghijkl'],
    ['cards that are not charged', 'STRIPE_SECRET_KEY', 'sk_test_12345678'],
    ['a card form that charges nothing', 'STRIPE_PUBLISHABLE_KEY', 'pk_test_12345678'],
    ['cards over an open line', 'STRIPE_API_BASE', 'http://127.0.0.1:9'],
    ['a card form over an open line', 'STRIPE_JS_URL', 'http://js.example/stripe.js'],
    ['sign-ins over an open line', 'GOOGLE_ISSUER', 'http://127.0.0.1:9'],
    ['access tokens sent without encryption', 'TOKEN_SYNC_URL', 'http://127.0.0.1:9'],
  ])('refuses to start with %s, in one line that names the setting [T36]', (_what, name, value) => {
    expect(() => readSettings({ ...PRODUCTION, [name]: value })).toThrow(
      new RegExp(`^The setting ${name} [^\\n]+ in APP_MODE=production\\.$`),
    );
  });

  test('refuses to start as a test, which takes a database that loses changes in a power failure', () => {
    expect(() => readSettings({ ...PRODUCTION, NODE_ENV: 'test' })).toThrow(/^The setting NODE_ENV/);
  });
});

describe('the keys of payment providers in production', () => {
  const BKASH = {
    BKASH_BASE: 'https://tokenized.pay.bka.sh/v1.2.0-beta/tokenized/checkout',
    BKASH_APP_KEY: 'app-key',
    BKASH_APP_SECRET: 'app-secret',
    BKASH_USERNAME: 'merchant',
    BKASH_PASSWORD: 'password',
  };
  const SSLCOMMERZ = {
    SSLCOMMERZ_BASE: 'https://securepay.sslcommerz.com',
    SSLCOMMERZ_STORE_ID: 'store',
    SSLCOMMERZ_STORE_PASSWORD: 'password',
  };
  const without = { ...PRODUCTION, STRIPE_SECRET_KEY: '', STRIPE_PUBLISHABLE_KEY: '', STRIPE_WEBHOOK_SECRET: '' };

  test('of any one provider are enough, and without any the start says so', () => {
    for (const keys of [BKASH, SSLCOMMERZ]) expect(readSettings({ ...without, ...keys })).toMatchObject(keys);
    expect(() => readSettings({ ...without, PAYMENT_METHODS: 'cash' })).toThrow(
      'STRIPE_SECRET_KEY is missing: APP_MODE=production needs it, or the keys of another payment provider.',
    );
  });

  test.each([
    ['set all five BKASH_ settings or none', BKASH],
    ['set all three SSLCOMMERZ_ settings or none', SSLCOMMERZ],
  ])('go together: %s', (advice, keys) => {
    for (const name of Object.keys(keys))
      expect(() => readSettings({ ...PRODUCTION, ...keys, [name]: '' })).toThrow(
        `The setting ${name} is missing: ${advice}.`,
      );
  });

  test('are those of each method that PAYMENT_METHODS names', () => {
    expect(() => readSettings({ ...without, ...SSLCOMMERZ, PAYMENT_METHODS: 'sslcommerz,bkash' })).toThrow(
      'The setting BKASH_BASE is missing: APP_MODE=production needs it.',
    );
  });

  test.each([
    { ...BKASH, BKASH_BASE: 'https://tokenized.sandbox.bka.sh/v1.2.0-beta/tokenized/checkout' },
    { ...SSLCOMMERZ, SSLCOMMERZ_BASE: 'https://sandbox.sslcommerz.com' },
  ])('are not those of a sandbox', (keys) => {
    expect(() => readSettings({ ...without, ...keys })).toThrow(/_BASE cannot be a sandbox in APP_MODE=production\.$/);
  });
});

test.each([
  ['AUTH_SECRET', 'short'],
  ['HOLD_MINUTES', '0'],
  ['PORT', 'eighty'],
  ['PAYMENT_METHODS', 'card,nagad'],
  ['PAYMENT_METHODS', 'card,bkash,card'],
  ['PUBLIC_URL', 'ftp://store.example'],
  ['DATABASE_URL', 'mysql://store'],
  ['APP_MODE', 'live'],
  ['STRIPE_API_BASE', 'https://gateway.example/stripe'],
  ['STRIPE_API_BASE', 'https://gateway.example?shop=1'],
  ['STRIPE_JS_URL', 'data:text/javascript,1'],
  ['GOOGLE_ISSUER', 'https://people.example?tenant=1'],
])('a wrong %s stops the start in one line that names it', (name, value) => {
  expect(() => readSettings({ [name]: value })).toThrow(new RegExp(`^The setting ${name} is wrong: [^\\n]+$`));
});

test.each(
  ['STRIPE_API_BASE', 'STRIPE_JS_URL', 'TOKEN_SYNC_URL', 'GOOGLE_ISSUER'].flatMap((name) =>
    ['https://*', 'https://*.example', 'https://a;script-src', "https://a'b", 'https://a,b', 'https://a$b'].map(
      (address) => [name, address] as const,
    ),
  ),
)('a %s of %s, which would be more than one origin in the policy of pages, stops the start', (name, address) => {
  expect(() => readSettings({ [name]: address })).toThrow(new RegExp(`^The setting ${name} is wrong: [^\\n]+$`));
});

test('another gateway, OpenID provider or token listener needs https, or this machine’s address', () => {
  const google = { GOOGLE_CLIENT_ID: 'client-12345', GOOGLE_CLIENT_SECRET: 'secret-12345' };
  for (const name of ['STRIPE_API_BASE', 'STRIPE_JS_URL', 'GOOGLE_ISSUER', 'TOKEN_SYNC_URL']) {
    for (const address of [
      'https://other.example',
      'http://localhost:4000',
      'http://127.0.0.1:4000',
      'http://[::1]:4000',
    ])
      expect(readSettings({ ...google, [name]: address })).toMatchObject({ [name]: address });
    expect(() => readSettings({ ...google, [name]: 'http://other.example' })).toThrow(
      new RegExp(`^The setting ${name} must begin with https://; [^\\n]+$`),
    );
  }
  expect(() => readSettings({ GOOGLE_ISSUER: 'https://other.example' })).toThrow(/^The setting GOOGLE_ISSUER requires/);
});

test('the card keys must be set together, and so must Google’s two', () => {
  expect(() => readSettings({ STRIPE_SECRET_KEY: 'sk_test_12345678' })).toThrow(/STRIPE_PUBLISHABLE_KEY is missing/);
  expect(() => readSettings({ GOOGLE_CLIENT_ID: 'client-12345' })).toThrow(
    /GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET must be set together/,
  );
});

test('the five settings of S3 must be set together', () => {
  const five = {
    S3_BUCKET: 'photos',
    S3_ENDPOINT: 'https://files.example',
    S3_REGION: 'eu-1',
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
  };
  expect(readSettings(five)).toMatchObject(five);
  for (const name of Object.keys(five))
    expect(() => readSettings({ ...five, [name]: '' })).toThrow(
      `${name} is missing: the five S3_ settings go together`,
    );
});

test.each(['web', 'worker'])('a machine with the role %s needs the settings that several machines share', (ROLE) => {
  const shared = {
    DATABASE_URL: 'postgresql://store@database/store',
    AUTH_SECRET: '7Jq0mVxT2kYpR9sZcLwB4nHdGfEaUoIi',
    STRIPE_SECRET_KEY: 'sk_test_12345678',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_12345678',
    STRIPE_WEBHOOK_SECRET: 'whsec_12345678',
  };
  expect(readSettings({ ROLE, ...shared }).ROLE).toBe(ROLE);
  for (const name of ['DATABASE_URL', 'AUTH_SECRET'])
    expect(() => readSettings({ ROLE, ...shared, [name]: '' })).toThrow(`${name} is missing: ROLE=${ROLE} needs it`);
  const { DATABASE_URL, AUTH_SECRET } = shared;
  expect(() => readSettings({ ROLE, DATABASE_URL, AUTH_SECRET })).toThrow('STRIPE_SECRET_KEY is missing');
});
