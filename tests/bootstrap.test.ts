import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, expect, test, vi } from 'vitest';

const BOOTSTRAP = join(import.meta.dirname, '..', 'scripts', 'bootstrap.mjs');
const HAND_OVER = pathToFileURL(join(import.meta.dirname, '..', 'scripts', 'bootstrap', 'hand-over.mjs')).href;

/** Says its number, counts what it is told, and ends a while after it was told first. */
const LISTENER = `
  let told = [];
  for (const name of ['SIGINT', 'SIGTERM']) process.on(name, () => {
    told.push(name);
    setTimeout(() => { console.log(told.join(' ')); process.exit(7); }, 200);
  });
  setInterval(() => {}, 1000);
  console.log(process.pid);`;

let parent: ChildProcessWithoutNullStreams | undefined;
let said = '';

afterEach(() => {
  parent?.kill('SIGKILL');
});

/** Starts a process that hands over to the listener, and gives the listener's number. */
async function handOver(): Promise<number> {
  const code = `
    const { handOver } = await import('${HAND_OVER}');
    process.exit(await handOver(['-e', ${JSON.stringify(LISTENER)}]));`;
  said = '';
  parent = spawn(process.execPath, ['--input-type=module', '-e', code]);
  parent.stdout.on('data', (part) => {
    said += part;
  });
  return vi.waitUntil(() => Number.parseInt(said, 10) || undefined, 10_000);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('a Ctrl-C of which both the terminal and npm tell is passed on once, and the exit code comes back', async () => {
  await handOver();
  parent?.kill('SIGINT');
  parent?.kill('SIGTERM');
  parent?.kill('SIGINT');
  const [code] = parent ? await once(parent, 'exit') : [];
  expect(code).toBe(7);
  expect(said.trim().split('\n').slice(1)).toHaveLength(1);
  expect(said).toMatch(/\nSIG(INT|TERM)\n$/);
});

test('when what started the store is killed outright, the store is asked to end', async () => {
  const pid = await handOver();
  parent?.kill('SIGKILL');
  await vi.waitFor(() => expect(said).toMatch(/\nSIGTERM\n$/), 5000);
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), 5000);
});

test('a command that does not exist is answered with those that do', () => {
  const run = spawnSync(process.execPath, [BOOTSTRAP, 'sell'], { encoding: 'utf8' });
  expect(run.status).toBe(1);
  expect(run.stderr).toMatch(/^Commands: start, .*\n$/);
});
