import { z } from 'zod';
import { flag, sourceWithoutQuery } from '#platform/operations/settings.ts';
import { declareSettings, isSandboxUrl, providerKey } from '../provider-settings.ts';
import type { BkashKeys } from './bkash-keys.ts';

export const bkashSettings = declareSettings({
  method: 'bkash',
  environment: {
    BKASH_BASE: sourceWithoutQuery
      .optional()
      .describe(
        'Base URL of the bKash API, such as `https://tokenized.pay.bka.sh/v1.2.0-beta/tokenized/checkout`. The five `BKASH_` settings go together; without them the demo uses its stand-in.',
      ),
    BKASH_APP_KEY: providerKey.optional().describe('Application key of the merchant.'),
    BKASH_APP_SECRET: providerKey.optional().describe('Secret of that key.'),
    BKASH_USERNAME: providerKey.optional().describe('User name of the merchant.'),
    BKASH_PASSWORD: providerKey.optional().describe('Password of that user.'),
    BKASH_TOPIC_ARN: z
      .string()
      .regex(/^arn:aws(-cn)?:sns:[a-z0-9-]+:\d{12}:[A-Za-z0-9_-]{1,256}$/)
      .optional()
      .describe(
        "Amazon SNS topic of bKash's messages, from its merchant support. Messages of other topics are refused, and all without this setting.",
      ),
    BKASH_PAYOUTS: flag
      .default(false)
      .describe(
        '`on` lets admins send payouts to wallets through bKash. The agreement of the merchant must include B2C payments.',
      ),
  },
  required: ['BKASH_BASE', 'BKASH_APP_KEY', 'BKASH_APP_SECRET', 'BKASH_USERNAME', 'BKASH_PASSWORD'],
  together: 'set all five BKASH_ settings or none',
  addresses: ['BKASH_BASE'],
  sandboxChecks: [{ name: 'BKASH_BASE', isSandbox: isSandboxUrl, fault: 'cannot be a sandbox' }],
  keysOf: (settings): BkashKeys => ({
    base: settings.BKASH_BASE ?? '',
    appKey: settings.BKASH_APP_KEY ?? '',
    appSecret: settings.BKASH_APP_SECRET ?? '',
    username: settings.BKASH_USERNAME ?? '',
    password: settings.BKASH_PASSWORD ?? '',
    topicArn: settings.BKASH_TOPIC_ARN,
    paysOut: settings.BKASH_PAYOUTS,
    sandbox: false,
  }),
});
