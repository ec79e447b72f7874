import type { CommonSettings } from '#platform/operations/settings.ts';

/** Describes each common setting, with its unit. `npm run docs:settings` writes docs/settings.md from it. */
export const SETTING_DESCRIPTIONS: Record<keyof CommonSettings, string> = {
  APP_MODE: '`demo` or `production`.',
  NODE_ENV:
    '`production`, `development` (pages reload, no script policy) or `test` (accepts a database without fsync).',
  PORT: 'TCP port.',
  HOST: 'Address to listen on.',
  DATA_DIR: 'Folder for photos and secrets; in the demo also for the database and the card gateway.',
  WEB_CONCURRENCY: 'Processes that share the port, 1 to 64: one for each core.',
  ROLE: '`web` answers requests, `worker` runs jobs, `all` does both. `web` and `worker` need `DATABASE_URL`, `AUTH_SECRET` and the keys of a payment provider.',
  DATABASE_URL:
    'PostgreSQL 15 or newer, with `fsync`, `full_page_writes` and `synchronous_commit` on. Without it an embedded PostgreSQL starts.',
  DATABASE_REPLICA_URL:
    'Streaming replica, or several behind one name. Shop lists are read there while it is at most 10 seconds behind.',
  DATABASE_LISTEN_URL:
    'The same database without a pooler: for migrations, jobs, live events and commands. Defaults to `DATABASE_URL`.',
  DATABASE_POOL: 'Connections of each process for requests, beside [14 others](scaling.md#connections).',
  PUBLIC_URL:
    'Public address of the store. Requests of another origin are refused. Must be `https://` in production. Defaults to `PORT` on localhost.',
  AUTH_SECRET:
    'At least 32 random characters (`openssl rand -base64 32`). Signs sessions and encrypts the signing keys. Without it one is created in `DATA_DIR`.',
  LOG_LEVEL: 'Default `warn` in the demo, `info` in production. `info` logs each request.',
  METRICS_TOKEN: 'Bearer token for `/metrics`, at least 16 characters. Production needs it for metrics.',
  CLOSED: '`on` [closes the shop](operations.md#closing-the-shop).',
  RATE_LIMITS: '`off` is for tests only and refused in production.',
  LIMIT_TRIES:
    'Sign-ins, sign-ups, requested e-mails and password changes per minute from one network (IPv4 address or IPv6 /64). Four times as many per IPv6 /48.',
  LIMIT_FAILURES:
    'Wrong passwords per account and hour from unknown networks, before attempts slow to one a minute ([details](decisions/0037-failed-sign-ins.md)).',
  LIMIT_EMAILS:
    'Password e-mails per address and hour requested by strangers; as many again for known browsers, for known networks and for confirmations.',
  LIMIT_HOLDS: 'Unpaid bookings that one buyer may hold at a time.',
  LIMIT_INTENTS: 'Payments that one buyer may begin per hour and provider.',
  LIMIT_DECLINES: 'Declined cards of one buyer before a pause of 15 minutes.',
  LIMIT_WRITES: 'Changing calls of one account per minute and process.',
  TRUST_PROXY: 'Number of [proxies](operations.md#reverse-proxy) in front of the store.',
  S3_BUCKET:
    'Existing bucket for photos. The five `S3_` settings go together; without them photos are kept in `DATA_DIR`.',
  S3_ENDPOINT: 'Address of the S3 service, such as `https://s3.<region>.amazonaws.com`.',
  S3_REGION: 'Region, as the S3 service names it.',
  S3_ACCESS_KEY_ID: 'Key that may list, read, write and delete in the bucket.',
  S3_SECRET_ACCESS_KEY: 'Secret of that key.',
  PRODUCT_NAME: 'English name of the store.',
  PRODUCT_NAME_BN: 'Bangla name.',
  BUSINESS_NAME: 'Operator of the store, for terms and privacy policy.',
  BUSINESS_ADDRESS: 'Its address, trade licence and DBID.',
  HOLD_MINUTES: 'Minutes for which an unpaid booking holds its product.',
  PICKUP_MINUTES:
    'Minutes from the payment in which buyer and seller meet. At twice the time the booking is called off.',
  OBJECTION_MINUTES: 'Minutes in which a handover without the code, or a no-show, can be contradicted.',
  INSPECTION_MINUTES: 'Minutes from the handover in which the buyer can complain. Then the money is released.',
  ANSWER_MINUTES: 'Minutes for each answer in a dispute.',
  CASH: 'Whether buyers can pay cash at the pick-up.',
  CASH_HOLD_MINUTES: 'Minutes for which a cash booking holds its product.',
  FEE_PERCENT: "The store's fee, in per cent of the price. The seller pays it.",
  PAYOUT_MIN: 'Least amount of a payout to a seller, in `CURRENCY`.',
  PAYOUT_WEEKLY: '`on` lets sellers have their available money paid out each week.',
  PAYOUT_FOUR_EYES: '`on` requires that another admin than the sender closes a payout.',
  PAYOUT_REST_MINUTES: 'Minutes without payouts after a change of the payout account.',
  CURRENCY: 'ISO 4217 code with two decimals, in which cards are charged. A booking keeps the currency it was made in.',
  CURRENCY_LABEL: 'Text before amounts in English.',
  CURRENCY_LABEL_BN: 'The same in Bangla.',
  BADGE_TEXT: 'Badge of advertised products in English.',
  BADGE_TEXT_BN: 'The same in Bangla.',
  OPEN_CATEGORIES: '`on` opens the category pages to visitors, without phone numbers. Search is always open.',
  CAROUSEL_DELAY_MS: 'Milliseconds for which the home page shows a slide.',
  PAGE_SIZE: 'Entries on a page of a list, 1 to 100.',
  PASSWORD_MIN: 'Minimum characters of a new password.',
  TOKEN_SYNC_URL:
    'The browser sends each access token there as a bearer token: POST at sign-in, DELETE at sign-out. It must answer CORS and be `https://` in production.',
  SMTP_URL: 'Mail server: `smtps://user:password@host:465`. Without it e-mails go to the outbox page of the demo.',
  MAIL_FROM: 'Sender of e-mails. Defaults to `no-reply` at the host of `PUBLIC_URL`.',
  GOOGLE_CLIENT_ID:
    'OpenID client for "Continue with Google". Its redirect address is `<PUBLIC_URL>/api/auth/callback/google`.',
  GOOGLE_CLIENT_SECRET: 'Secret of that client.',
  GOOGLE_ISSUER:
    'Another OpenID provider in place of Google, found by discovery. Its confirmed e-mail addresses are trusted. Identities belong to their issuer. The start refuses the configuration of another issuer.',
};
