import { defineConfig } from '@playwright/test';
import { findChromium } from './scripts/chromium.ts';
import { freePort } from './src/embedded-postgres/postmaster.ts';

// Every worker reads this file again: what must be the same for all is kept in the environment.
process.env.E2E_PORT ??= String(await freePort());
process.env.CHROMIUM_PATH ??= findChromium() ?? '';
const { E2E_PORT: port, CHROMIUM_PATH: executablePath } = process.env;
const address = `http://localhost:${port}`;

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  workers: 1,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    baseURL: address,
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: executablePath || undefined,
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-sync'],
    },
  },
  webServer: {
    command: 'exec node scripts/bootstrap.mjs throwaway',
    url: `${address}/`,
    env: {
      PORT: port,
      APP_MODE: 'demo',
      NODE_ENV: 'production',
      DATABASE_URL: '',
      PUBLIC_URL: '',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'error',
    },
    timeout: 120_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
  },
});
