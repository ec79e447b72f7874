import { defineConfig } from 'vitest/config';

/** How the database goes about searches among a million products. Not part of `npm test`. */
export default defineConfig({
  test: {
    include: ['tests/scale/*.test.ts'],
    globalSetup: 'tests/support/database-setup.ts',
    fileParallelism: false,
    disableConsoleIntercept: true,
    testTimeout: 120_000,
    hookTimeout: 900_000,
  },
});
