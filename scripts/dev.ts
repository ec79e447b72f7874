import { type ChildProcess, spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
/** Editors write a file in several steps; this many milliseconds without another count as the last. */
const SETTLED = 150;

/** Vite reloads the screens by itself. What the server runs as it is needs another start. */
function concernsServer(path: string): boolean {
  return /\.(ts|json|sql)$/.test(path) && !/\.test\.ts$|(^|\/)(web|ui|site)\/|^routes\.ts$/.test(path);
}

let store: ChildProcess | undefined;
let ending = false;
let settled: NodeJS.Timeout | undefined;

function start(): void {
  const watcher = join(ROOT, 'scripts', 'bootstrap', 'end-with-parent.mjs');
  store = spawn(process.execPath, ['--import', watcher, 'src/main.ts'], { cwd: ROOT, stdio: 'inherit' });
  store.once('exit', (code) => {
    store = undefined;
    if (ending) process.exit(code ?? 1);
    if (code !== 0) process.stdout.write('The server has ended; it starts again after the next change.\n');
  });
}

function restart(): void {
  if (!store) {
    start();
    return;
  }
  store.removeAllListeners('exit');
  store.once('exit', () => (ending ? process.exit(0) : start()));
  store.kill('SIGTERM');
}

for (const folder of ['src', 'sandbox', 'migrations']) {
  watch(join(ROOT, folder), { recursive: true }, (_event, path) => {
    if (ending || !path || !concernsServer(path)) return;
    clearTimeout(settled);
    settled = setTimeout(() => {
      process.stdout.write(`${folder}/${path} has changed\n`);
      restart();
    }, SETTLED);
  });
}

for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.on(name, () => {
    ending = true;
    if (store) store.kill(name);
    else process.exit(0);
  });
}

start();
