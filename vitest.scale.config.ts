import { defineConfig } from 'vitest/config';

/** Runs the query plan tests with a million products. Not part of `npm test`. */
export default defineConfig({
  test: {
    include: ['tests/scale/*.test.ts'],
    globalSetup: 'tests/scale/setup.ts',
    fileParallelism: false,
    disableConsoleIntercept: true,
    testTimeout: 120_000,
    hookTimeout: 900_000,
  },
});
