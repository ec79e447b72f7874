import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { onlyOne } from './only-one.mjs';
import { at, failure, NODE, ROOT } from './places.mjs';

const LOCK = at('package-lock.json');
const STAMP = at('node_modules', '.installed');

/** Installs the dependencies if they are missing, incomplete or another lock's. */
export async function ensureInstalled() {
  if (isInstalled()) return;
  await onlyOne(() => {
    if (isInstalled()) return;
    process.stdout.write('Installing the dependencies …\n');
    install();
    if (!runsOwnNode()) {
      throw failure(
        `Node ${lockedVersion()} could not be installed: npm install said nothing, but ${NODE} does not run.`,
      );
    }
    writeFileSync(STAMP, wanted());
  });
}

function isInstalled() {
  return existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted() && isComplete() && existsSync(NODE);
}

/** What an installation is made for: the lock, and the system it is for. */
function wanted() {
  const lock = createHash('sha256').update(readFileSync(LOCK)).digest('hex');
  return `${lock} ${process.platform}-${process.arch}\n`;
}

/** Whether the folder of every package is there that must be. */
function isComplete() {
  const { packages } = JSON.parse(readFileSync(LOCK, 'utf8'));
  return Object.entries(packages).every(
    ([path, entry]) => path === '' || entry.optional || entry.devOptional || existsSync(at(path, 'package.json')),
  );
}

function lockedVersion() {
  return JSON.parse(readFileSync(LOCK, 'utf8')).packages['node_modules/node'].version;
}

function runsOwnNode() {
  const run = spawnSync(NODE, ['--version'], { encoding: 'utf8' });
  return run.stdout?.trim() === `v${lockedVersion()}`;
}

/** The flags win over a user's own npm settings, with which the product could neither be built nor run. */
function install() {
  const [npm, ...first] = npmCommand();
  const args = [...first, 'ci', '--include=dev', '--include=optional', '--ignore-scripts=false', '--loglevel=error'];
  const run = spawnSync(npm, args, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'], env: environment() });
  if (run.error) throw failure(`npm could not be started: ${run.error.message}`);
  if (run.status !== 0) throw failure('npm ci failed, see above.');
}

/** npm itself, by the Node that runs it: the one in node_modules is about to be replaced. */
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
