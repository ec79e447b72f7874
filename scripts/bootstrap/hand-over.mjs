import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { delimiter } from 'node:path';
import { pathToFileURL } from 'node:url';
import { at, failure, NODE, ROOT } from './places.mjs';

const ASKED = ['SIGINT', 'SIGTERM', 'SIGHUP'];
/** The store gives itself 10 seconds to end; what is still there after this many milliseconds hangs. */
const PATIENCE = 20_000;

/**
 * Runs a program with the project's own Node and gives its exit code. It has a process group of its own: the terminal
 * and npm both tell us of a Ctrl-C, and we pass it on exactly once.
 */
export function handOver(args, env = {}) {
  const child = start(args, env, process.platform !== 'win32');
  let asked = false;
  for (const name of ASKED) {
    process.on(name, () => {
      if (asked) return;
      asked = true;
      tell(child, name === 'SIGHUP' ? 'SIGTERM' : name);
      setTimeout(() => tell(child, 'SIGKILL'), PATIENCE).unref();
    });
  }
  return codeOf(child);
}

/** The same for a program that may ask something: it stays where the terminal reaches it, Ctrl-C included. */
export function converse(args) {
  const child = start(args, {}, false);
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  return codeOf(child);
}

function start(args, env, detached) {
  const watcher = pathToFileURL(at('scripts', 'bootstrap', 'end-with-parent.mjs')).href;
  return spawn(NODE, ['--import', watcher, ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env, PATH: [at('node_modules', '.bin'), process.env.PATH].join(delimiter) },
    stdio: 'inherit',
    detached,
  });
}

function codeOf(child) {
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(failure(`${NODE} could not be started: ${error.message}`)));
    child.once('exit', (code, signal) => resolve(code ?? 128 + (constants.signals[signal] ?? 0)));
  });
}

function tell(child, signal) {
  try {
    process.kill(process.platform === 'win32' ? child.pid : -child.pid, signal);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}
