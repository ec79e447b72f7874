import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { delimiter } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expectedError, fromRoot, NODE, ROOT } from './paths.mjs';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
/** The store stops within 10 seconds. A process that is still there after this time hangs. */
const KILL_TIMEOUT_MS = 20_000;

/**
 * Runs a program with the project's own Node. Returns its exit code. The program has its own process group: a Ctrl-C arrives
 * from the terminal and from npm, and is forwarded once.
 */
export function runNode(args, env = {}) {
  const child = start(args, env, process.platform !== 'win32');
  let isStopping = false;
  for (const name of SIGNALS) {
    process.on(name, () => {
      if (isStopping) return;
      isStopping = true;
      signal(child, name === 'SIGHUP' ? 'SIGTERM' : name);
      setTimeout(() => signal(child, 'SIGKILL'), KILL_TIMEOUT_MS).unref();
    });
  }
  return exitCodeOf(child);
}

/** The same for a program with a prompt: it stays in the terminal's process group. */
export function runNodeInteractive(args) {
  const child = start(args, {}, false);
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  return exitCodeOf(child);
}

function start(args, env, detached) {
  const watcher = pathToFileURL(fromRoot('scripts', 'bootstrap', 'exit-with-parent.mjs')).href;
  return spawn(NODE, ['--import', watcher, ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env, PATH: [fromRoot('node_modules', '.bin'), process.env.PATH].join(delimiter) },
    stdio: 'inherit',
    detached,
  });
}

function exitCodeOf(child) {
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(expectedError(`${NODE} could not be started: ${error.message}`)));
    child.once('exit', (code, signal) => resolve(code ?? 128 + (constants.signals[signal] ?? 0)));
  });
}

function signal(child, name) {
  try {
    process.kill(process.platform === 'win32' ? child.pid : -child.pid, name);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}
