import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { expectedError, fromRoot } from './paths.mjs';
import { runNode, runNodeInteractive } from './run-node.mjs';

/** Node keeps compiled modules here, which saves a third of the next start. */
const COMPILE_CACHE = process.env.NODE_COMPILE_CACHE ?? fromRoot('node_modules', '.cache', 'compile');
const DEVELOPMENT = { NODE_ENV: 'development' };

/** The npm scripts, after the installation; `rest` are the arguments. */
const COMMANDS = {
  async start(rest) {
    await ensureBuilt();
    // Half of Node's young generation: 30 MB less memory for each process, at the same throughput. With two arenas glibc gives
    // the memory of pictures back (https://sharp.pixelplumbing.com/install/#linux-memory-allocator).
    return runNode(['--max-semi-space-size=8', 'src/main.ts', ...rest], {
      NODE_ENV: 'production',
      MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '2',
      NODE_COMPILE_CACHE: COMPILE_CACHE,
    });
  },
  dev: (rest) => runNode(['scripts/dev.ts', ...rest], DEVELOPMENT),
  async build() {
    await ensureBuilt();
    return 0;
  },
  async e2e(rest) {
    await ensureBuilt();
    return runNode(['scripts/browser-tests.ts', ...rest]);
  },
  /** Takes minutes and needs the built pages. */
  async faults(rest) {
    await ensureBuilt();
    return runNode(['scripts/long-tests.ts', 'faults', ...rest]);
  },
  /** Measures for minutes; it neither passes nor fails. */
  async bench(rest) {
    await ensureBuilt();
    return runNode(['bench/run.ts', ...rest]);
  },
  /** Takes minutes. */
  scale: (rest) => runNode(['scripts/long-tests.ts', 'scale', ...rest]),
  async 'bench:web'(rest) {
    await ensureBuilt();
    return runNode(['bench/web.ts', ...rest]);
  },
  /** The product on temporary data, for the browser tests; it stops when they are killed. */
  async throwaway() {
    await import('./exit-with-parent.mjs');
    return runNode(['tests/support/throwaway-store.ts']);
  },
  test: (rest) => runNode(['scripts/test.ts', ...rest]),
  check: () => runNode(['scripts/check.ts']),
  /** Another script of the project: `run scripts/seed-command.ts`. */
  run: (script) => runNodeInteractive(script),
};

/** Runs an npm script. Returns its exit code. */
export async function run(name, rest) {
  const command = Object.hasOwn(COMMANDS, name ?? '') ? COMMANDS[name] : undefined;
  if (!command) throw expectedError(`Commands: ${Object.keys(COMMANDS).join(', ')}`);
  process.chdir(fromRoot());
  if (process.env.npm_lifecycle_event) await import('./exit-with-parent.mjs');
  await ensureInstalled();
  return command(rest);
}
