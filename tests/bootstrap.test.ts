import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, expect, test, vi } from 'vitest';

const BOOTSTRAP = join(import.meta.dirname, '..', 'scripts', 'bootstrap.mjs');
const RUN_NODE = pathToFileURL(join(import.meta.dirname, '..', 'scripts', 'bootstrap', 'run-node.mjs')).href;

/** Prints its pid, collects signals, and exits some time after the first one. */
const LISTENER = `
  let received = [];
  for (const name of ['SIGINT', 'SIGTERM']) process.on(name, () => {
    received.push(name);
    setTimeout(() => { console.log(received.join(' ')); process.exit(7); }, 200);
  });
  setInterval(() => {}, 1000);
  console.log(process.pid);`;

let parent: ChildProcessWithoutNullStreams | undefined;
let output = '';

afterEach(() => {
  parent?.kill('SIGKILL');
});

/** Starts a process that runs the listener. Returns the listener's pid. */
async function startListener(): Promise<number> {
  const code = `
    const { runNode } = await import('${RUN_NODE}');
    process.exit(await runNode(['-e', ${JSON.stringify(LISTENER)}]));`;
  output = '';
  parent = spawn(process.execPath, ['--input-type=module', '-e', code]);
  parent.stdout.on('data', (part) => {
    output += part;
  });
  return vi.waitUntil(() => Number.parseInt(output, 10) || undefined, 10_000);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('a Ctrl-C from the terminal and from npm is forwarded once, and the exit code is returned', async () => {
  await startListener();
  parent?.kill('SIGINT');
  parent?.kill('SIGTERM');
  parent?.kill('SIGINT');
  const [code] = parent ? await once(parent, 'exit') : [];
  expect(code).toBe(7);
  expect(output.trim().split('\n').slice(1)).toHaveLength(1);
  expect(output).toMatch(/\nSIG(INT|TERM)\n$/);
});

test('a store whose parent is killed gets SIGTERM', async () => {
  const pid = await startListener();
  parent?.kill('SIGKILL');
  await vi.waitFor(() => expect(output).toMatch(/\nSIGTERM\n$/), 5000);
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), 5000);
});

test('an unknown command prints the known ones', () => {
  const run = spawnSync(process.execPath, [BOOTSTRAP, 'sell'], { encoding: 'utf8' });
  expect(run.status).toBe(1);
  expect(run.stderr).toMatch(/^Commands: start, .*\n$/);
});
