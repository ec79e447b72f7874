import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type Running, restartDelayMs, supervise } from './supervisor.ts';

const READY = 'ready';
const OPTIONS_VARIABLE = 'DOLNA_PROCESS';

/** A process of the store ended before it was ready. It printed its error itself. */
export class ProcessProblem extends Error {}

/** A process of the store was killed before it was ready, so it printed nothing. */
class KilledProblem extends ProcessProblem {}

/** For a process that is killed before it is ready for the first time. */
const FIRST_START_MAX_ATTEMPTS = 5;

/**
 * On Linux the kernel distributes connections among listening processes (SO_REUSEPORT) and resets those of a killed process.
 * Node's cluster module loses a connection during its transfer to a killed process, and its client waits forever.
 */
export const REUSE_PORT = process.platform === 'linux';

/** Returns the port for several processes; for 0 a free one. @throws Error EADDRINUSE when another program uses it. */
export async function claimPort(port: number, host: string): Promise<number> {
  const trial = createServer().listen({ port, host, exclusive: true });
  await once(trial, 'listening');
  const address = trial.address();
  trial.close();
  await once(trial, 'close');
  return typeof address === 'object' && address ? address.port : port;
}

/**
 * Starts several processes behind one port and restarts those that end, with increasing delays.
 * @param options for every process; JSON
 * @throws ProcessProblem when a process ends before it is ready, or is killed at each of `FIRST_START_MAX_ATTEMPTS`.
 */
export async function openProcesses(
  count: number,
  options: object,
  log: (line: string) => void,
): Promise<{ close(): Promise<void> }> {
  const start = () => startProcess({ [OPTIONS_VARIABLE]: JSON.stringify(options) });
  // An error that stops the first stops all; it is printed once.
  const startFirst = () => startUnlessKilled(start, log);
  const first = await startFirst();
  const started = [first, ...(await Promise.all(Array.from({ length: count - 1 }, startFirst)))];
  const supervised = started.map((running) => supervise('A process of the store', running, start, log));
  return {
    async close() {
      await Promise.all(supervised.map((one) => one.stop()));
    },
  };
}

/** Starts a process, and retries when it is killed before it is ready. */
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
  const signal = await Promise.race([untilReady(worker), ended]);
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

function untilReady(worker: Worker): Promise<typeof READY> {
  return new Promise((resolve) => {
    worker.on('message', (message) => {
      if (message === READY) resolve(READY);
    });
  });
}

/** Returns the options of this process; undefined in the first process. */
export function readProcessOptions<T>(): T | undefined {
  const options = process.env[OPTIONS_VARIABLE];
  return cluster.isWorker && options ? (JSON.parse(options) as T) : undefined;
}

/** Notifies the first process that this one serves requests. */
export function reportReady(): void {
  process.send?.(READY);
}
