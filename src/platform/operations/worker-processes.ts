import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type Running, restartDelayMs, supervise } from './supervisor.ts';

/** What a process says to the first one when it serves. */
const READY = 'ready';
/** In the environment of the others: what the first one tells them. */
const TOLD = 'DOLNA_PROCESS';

/** A process of the store ended before it served. What it said of it stands on the error output already. */
export class ProcessProblem extends Error {}

/** A process of the store was killed before it served, so it has said nothing. */
class KilledProblem extends ProcessProblem {}

/** How often in all a process is started that is killed before it serves for the first time. */
const FIRST_START_MAX_ATTEMPTS = 5;

/**
 * On Linux the kernel shares connections out among the processes that listen, and gives those of a killed one back at once.
 * Node's own way, which hands them on one by one, forgets one that was just on its way to it: whoever asked waits for ever.
 */
export const KERNEL_SHARES = process.platform === 'linux';

/** The port that several processes will share; for 0 any free one. @throws as listening does, where somebody else has it */
export async function claimPort(port: number, host: string): Promise<number> {
  const trial = createServer().listen({ port, host, exclusive: true });
  await once(trial, 'listening');
  const address = trial.address();
  trial.close();
  await once(trial, 'close');
  return typeof address === 'object' && address ? address.port : port;
}

/**
 * Starts several processes behind one port. One that ends is started again, and again
 * with pauses that grow. What they are `told` is for them alone, and must be JSON.
 * @throws ProcessProblem when one ends by itself before it serves, or is killed at each of five attempts
 */
export async function openProcesses(
  count: number,
  told: object,
  log: (line: string) => void,
): Promise<{ close(): Promise<void> }> {
  const start = () => startProcess({ [TOLD]: JSON.stringify(told) });
  // What keeps one from starting keeps all of them: it is said once.
  const startFirst = () => startUnlessKilled(start, log);
  const first = await startFirst();
  const started = [first, ...(await Promise.all(Array.from({ length: count - 1 }, startFirst)))];
  const kept = started.map((running) => supervise('A process of the store', running, start, log));
  return {
    async close() {
      await Promise.all(kept.map((one) => one.stop()));
    },
  };
}

/** Starts a process, and again when it is killed before it serves. */
async function startUnlessKilled(start: () => Promise<Running>, log: (line: string) => void): Promise<Running> {
  for (let kills = 0; ; kills += 1) {
    try {
      return await start();
    } catch (error) {
      if (!(error instanceof KilledProblem) || kills + 1 >= FIRST_START_MAX_ATTEMPTS) throw error;
      log('A process of the store was killed while it started, and is started again.');
      await pause(restartDelayMs(kills));
    }
  }
}

async function startProcess(environment: Record<string, string>): Promise<Running> {
  const worker = cluster.fork(environment);
  const ended = new Promise<NodeJS.Signals | null>((resolve) =>
    worker.once('exit', (_code, signal) => resolve(signal as NodeJS.Signals | null)),
  );
  const signal = await Promise.race([saysReady(worker), ended]);
  if (signal === null) throw new ProcessProblem('A process of the store could not start.');
  if (signal !== READY) throw new KilledProblem(`A process of the store was killed while it started (${signal}).`);
  return {
    ended: ended.then(() => undefined),
    async stop() {
      worker.process.kill('SIGTERM');
      await ended;
    },
  };
}

function saysReady(worker: Worker): Promise<typeof READY> {
  return new Promise((resolve) => {
    worker.on('message', (said) => {
      if (said === READY) resolve(READY);
    });
  });
}

/** What the first process has told this one; undefined in the first one. */
export function toldByFirst<T>(): T | undefined {
  const told = process.env[TOLD];
  return cluster.isWorker && told ? (JSON.parse(told) as T) : undefined;
}

/** Tells the first process that this one serves. */
export function sayReady(): void {
  process.send?.(READY);
}
