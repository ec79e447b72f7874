import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { withCheckoutLock } from './checkout-lock.mjs';
import { expectedError, fromRoot, NODE, ROOT } from './paths.mjs';

const LOCK = fromRoot('package-lock.json');
const STAMP = fromRoot('node_modules', '.installed');

/** Installs the dependencies if they are missing, incomplete or of another lock. */
export async function ensureInstalled() {
  if (isInstalled()) return;
  await withCheckoutLock(() => {
    if (isInstalled()) return;
    process.stdout.write('Installing the dependencies …\n');
    install();
    if (!runsOwnNode()) {
      throw expectedError(
        `Node ${lockedVersion()} could not be installed: npm ci succeeded, but ${NODE} does not run.`,
      );
    }
    writeFileSync(STAMP, stampOf());
  });
}

function isInstalled() {
  return existsSync(STAMP) && readFileSync(STAMP, 'utf8') === stampOf() && isComplete() && existsSync(NODE);
}

/** Returns a text that identifies the lock and the system of an installation. */
function stampOf() {
  const lock = createHash('sha256').update(readFileSync(LOCK)).digest('hex');
  return `${lock} ${process.platform}-${process.arch}\n`;
}

/** Returns whether every required package has its folder. */
function isComplete() {
  const { packages } = JSON.parse(readFileSync(LOCK, 'utf8'));
  return Object.entries(packages).every(
    ([path, entry]) => path === '' || entry.optional || entry.devOptional || existsSync(fromRoot(path, 'package.json')),
  );
}

function lockedVersion() {
  return JSON.parse(readFileSync(LOCK, 'utf8')).packages['node_modules/node'].version;
}

function runsOwnNode() {
  const run = spawnSync(NODE, ['--version'], { encoding: 'utf8' });
  return run.stdout?.trim() === `v${lockedVersion()}`;
}

/** The flags override npm settings of the user with which the product cannot be built or run. */
function install() {
  const [npm, ...first] = npmCommand();
  const args = [...first, 'ci', '--include=dev', '--include=optional', '--ignore-scripts=false', '--loglevel=error'];
  const run = spawnSync(npm, args, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'], env: environment() });
  if (run.error) throw expectedError(`npm could not be started: ${run.error.message}`);
  if (run.status !== 0) throw expectedError('npm ci failed, see above.');
}

/** Returns npm with the Node that runs it, because the Node in node_modules is replaced. */
function npmCommand() {
  const { npm_execpath: npm, npm_node_execpath: node } = process.env;
  if (npm && node && /npm-cli\.c?js$/.test(npm) && !node.startsWith(ROOT)) return [node, npm];
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm'];
}

function environment() {
  const path = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.startsWith(join(ROOT, 'node_modules')));
  const { NODE_ENV: _, ...rest } = process.env;
  return { ...rest, PATH: path.join(delimiter) };
}
