import { type ChildProcess, spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
/** Editors write a file in several steps. */
const CHANGE_DEBOUNCE_MS = 150;

/** Vite reloads the screens. Code of the server needs a restart. */
function needsRestart(path: string): boolean {
  return /\.(ts|json|sql)$/.test(path) && !/\.test\.ts$|(^|\/)(web|ui|site)\/|^routes\.ts$/.test(path);
}

let store: ChildProcess | undefined;
let isStopping = false;
let debounce: NodeJS.Timeout | undefined;

function start(): void {
  const watcher = join(ROOT, 'scripts', 'bootstrap', 'exit-with-parent.mjs');
  store = spawn(process.execPath, ['--import', watcher, 'src/main.ts'], { cwd: ROOT, stdio: 'inherit' });
  store.once('exit', (code) => {
    store = undefined;
    if (isStopping) process.exit(code ?? 1);
    if (code !== 0) process.stdout.write('The server has ended; it starts again after the next change.\n');
  });
}

function restart(): void {
  if (!store) {
    start();
    return;
  }
  store.removeAllListeners('exit');
  store.once('exit', () => (isStopping ? process.exit(0) : start()));
  store.kill('SIGTERM');
}

for (const folder of ['src', 'sandbox', 'migrations']) {
  watch(join(ROOT, folder), { recursive: true }, (_event, path) => {
    if (isStopping || !path || !needsRestart(path)) return;
    clearTimeout(debounce);
    debounce = setTimeout(() => {
      process.stdout.write(`${folder}/${path} has changed\n`);
      restart();
    }, CHANGE_DEBOUNCE_MS);
  });
}

for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.on(name, () => {
    isStopping = true;
    if (store) store.kill(name);
    else process.exit(0);
  });
}

start();
