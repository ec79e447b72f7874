import { defineConfig } from '@playwright/test';
import { findChromium, findHeadlessShell } from './scripts/chromium.ts';
import { freePort } from './src/embedded-postgres/postmaster.ts';

const WORKERS_MAX = 2;
const WEIGHT = 'weight.spec.ts';

// Every worker process reads this file again. Shared values are kept in the environment.
process.env.E2E_PORTS ??= (await Promise.all(Array.from({ length: WORKERS_MAX }, freePort))).join();
process.env.E2E_CHROMIUM ??= findChromium() ?? '';
process.env.E2E_HEADLESS_SHELL ??= findHeadlessShell() ?? process.env.E2E_CHROMIUM;
const { E2E_PORTS, E2E_CHROMIUM, E2E_HEADLESS_SHELL, TEST_PARALLEL_INDEX = '0' } = process.env;
const ports = E2E_PORTS.split(',');
// Each worker has a store of its own: tests of two workers never share data.
process.env.E2E_PORT = ports[Number(TEST_PARALLEL_INDEX)];

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  workers: WORKERS_MAX,
  retries: 0,
  // Ends a test that hangs. No test measures time.
  timeout: 120_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    baseURL: addressOf(process.env.E2E_PORT),
    // A trace of each test would take a fifth of the time. Set PWTRACE=on to look into a failure.
    trace: process.env.PWTRACE === 'on' ? 'on' : 'off',
    screenshot: 'only-on-failure',
    // Requests of a service worker bypass `page.route`. Offline tests allow service workers.
    serviceWorkers: 'block',
  },
  projects: [
    { name: 'pages', testIgnore: WEIGHT, use: { launchOptions: launch(E2E_HEADLESS_SHELL) } },
    // The headless shell downloads some files in a larger encoding than people's browsers.
    { name: 'weight', testMatch: WEIGHT, use: { launchOptions: launch(E2E_CHROMIUM) } },
  ],
  webServer: ports.map((port) => ({
    command: 'exec node scripts/bootstrap.mjs throwaway',
    url: `${addressOf(port)}/`,
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
    gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 20_000 },
  })),
});

function launch(executablePath: string | undefined) {
  const flags = ['--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-sync'];
  return { executablePath: executablePath || undefined, args: ['--no-sandbox', ...flags] };
}

function addressOf(port: string | undefined): string {
  return `http://localhost:${port}`;
}
