import { defineConfig } from 'vitest/config';

/** How the database goes about everything that it is asked, with a million products in it. Not part of `npm test`. */
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
