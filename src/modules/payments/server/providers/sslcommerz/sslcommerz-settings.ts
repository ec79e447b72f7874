import { sourceWithoutQuery } from '#platform/operations/settings.ts';
import { declareSettings, isSandboxUrl, providerKey } from '../provider-settings.ts';
import type { SslcommerzKeys } from './sslcommerz-keys.ts';

export const sslcommerzSettings = declareSettings({
  method: 'sslcommerz',
  environment: {
    SSLCOMMERZ_BASE: sourceWithoutQuery
      .optional()
      .describe(
        'Base URL of SSLCommerz, such as `https://securepay.sslcommerz.com`. The three `SSLCOMMERZ_` settings go together; without them the demo uses its stand-in.',
      ),
    SSLCOMMERZ_STORE_ID: providerKey.optional().describe('Id of the store at SSLCommerz.'),
    SSLCOMMERZ_STORE_PASSWORD: providerKey.optional().describe('Password of that store.'),
  },
  required: ['SSLCOMMERZ_BASE', 'SSLCOMMERZ_STORE_ID', 'SSLCOMMERZ_STORE_PASSWORD'],
  together: 'set all three SSLCOMMERZ_ settings or none',
  addresses: ['SSLCOMMERZ_BASE'],
  sandboxChecks: [{ name: 'SSLCOMMERZ_BASE', isSandbox: isSandboxUrl, fault: 'cannot be a sandbox' }],
  keysOf: (settings): SslcommerzKeys => ({
    base: settings.SSLCOMMERZ_BASE ?? '',
    storeId: settings.SSLCOMMERZ_STORE_ID ?? '',
    storePassword: settings.SSLCOMMERZ_STORE_PASSWORD ?? '',
    sandbox: false,
  }),
});
