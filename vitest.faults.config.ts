import { defineConfig } from 'vitest/config';

/** Runs the fault tests: killed processes, cut connections, full disks. Not part of `npm test`. */
export default defineConfig({
  test: {
    include: ['tests/faults/*.test.ts'],
    globalSetup: 'tests/support/database-setup.ts',
    fileParallelism: false,
    disableConsoleIntercept: true,
    testTimeout: 240_000,
    hookTimeout: 120_000,
  },
});
