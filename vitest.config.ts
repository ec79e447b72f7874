import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Vitest's default leaves one core free, which halves the speed on two cores. Tests also wait for timers and disks. */
const WORKERS_COUNT = Math.max(2, availableParallelism() - 1);

const ON_A_DATABASE = [
  'src/**/server/**/*.test.ts',
  'src/platform/!(contract|web|forms|lists)/**/*.test.ts',
  'src/{backup,demo,embedded-postgres,rendering}/**/*.test.ts',
  'src/*.test.ts',
];
const ARCHITECTURE = [
  'architecture',
  'texts',
  'specification',
  'documents',
  'deploy',
  'migrations',
  'table-owners',
  'wording',
].map((name) => `tests/${name}.test.ts`);

export default defineConfig({
  test: {
    testTimeout: 20_000,
    hookTimeout: 60_000,
    maxWorkers: WORKERS_COUNT,
    // Each worker serves the pages by Vite, and React Router writes its types each time. Two at once may fail at that.
    onUnhandledError: ({ message }) => !message.includes('/.react-router/types/'),
    // Files share loaded modules, and nothing else: each opens a store of its own. A module takes longer to load than to test.
    isolate: false,
    projects: [
      { extends: true, test: { name: 'architecture', include: ARCHITECTURE } },
      {
        extends: true,
        test: { name: 'unit', include: ['{src,sandbox,scripts}/**/*.test.{ts,tsx}'], exclude: ON_A_DATABASE },
      },
      {
        extends: true,
        test: {
          name: 'api',
          include: [...ON_A_DATABASE, 'tests/*.test.{ts,tsx}', 'tests/{pages,search,upgrade}/*.test.ts'],
          exclude: ARCHITECTURE,
          globalSetup: 'tests/support/database-setup.ts',
        },
      },
    ],
  },
});
