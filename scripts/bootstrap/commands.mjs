import { ensureBuilt } from './build.mjs';
import { converse, handOver } from './hand-over.mjs';
import { ensureInstalled } from './install.mjs';
import { at, failure } from './places.mjs';

const DEVELOPMENT = { NODE_ENV: 'development' };

/** What each npm script does once the dependencies are there; `rest` is what follows its name. */
const COMMANDS = {
  async start(rest) {
    await ensureBuilt();
    return handOver(['src/main.ts', ...rest], { NODE_ENV: 'production' });
  },
  dev: (rest) => handOver(['scripts/dev.ts', ...rest], DEVELOPMENT),
  async build() {
    await ensureBuilt();
    return 0;
  },
  async e2e(rest) {
    await ensureBuilt();
    return handOver(['scripts/browser-tests.ts', ...rest]);
  },
  /** Takes minutes, so `test` leaves it out. It looks at the built pages, too. */
  async faults(rest) {
    await ensureBuilt();
    return handOver(['scripts/test-faults.ts', ...rest]);
  },
  /** Measures; takes minutes, and says nothing of right or wrong. */
  async bench(rest) {
    await ensureBuilt();
    return handOver(['bench/run.ts', ...rest]);
  },
  /** Takes minutes, too. */
  scale: (rest) => handOver(['scripts/test-scale.ts', ...rest]),
  async 'bench:web'(rest) {
    await ensureBuilt();
    return handOver(['bench/web.ts', ...rest]);
  },
  /** The product on data that is thrown away, for the browser tests; it ends cleanly even if they are killed. */
  async throwaway() {
    await import('./end-with-parent.mjs');
    return handOver(['tests/support/throwaway-store.ts']);
  },
  test: () => handOver(['scripts/test.ts']),
  check: () => handOver(['scripts/check.ts']),
  /** Any other script of the project: `run scripts/seed.ts`. */
  run: (script) => converse(script),
};

/** Runs an npm script's command and gives its exit code. */
export async function run(name, rest) {
  const command = Object.hasOwn(COMMANDS, name ?? '') ? COMMANDS[name] : undefined;
  if (!command) throw failure(`Commands: ${Object.keys(COMMANDS).join(', ')}`);
  process.chdir(at());
  if (process.env.npm_lifecycle_event) await import('./end-with-parent.mjs');
  await ensureInstalled();
  return command(rest);
}
