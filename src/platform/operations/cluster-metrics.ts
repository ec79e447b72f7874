import cluster, { type Worker } from 'node:cluster';
import { AggregatorRegistry, type Registry } from 'prom-client';
import { Problem } from '#platform/contract/problem.ts';

/** How long a process may take to tell its numbers, in milliseconds. */
const PATIENCE = 2000;

/** What the processes of a store say to each other of their numbers. `id` names one look at them. */
type Said =
  | { metrics: 'here' }
  | { metrics: 'ask'; id: number }
  | { metrics: 'collect'; id: number }
  | { metrics: 'mine'; id: number; numbers: object[] }
  | { metrics: 'all'; id: number; text: string | undefined };

const isSaid = (message: unknown): message is Said =>
  typeof message === 'object' && message !== null && 'metrics' in message;

/**
 * In the first of several processes: adds up the numbers of the others for whichever of them is asked. prom-client's own
 * way waits for those that are just starting, too, and then says nothing at all.
 */
export function aggregateMetrics(): void {
  const here = new Set<Worker>();
  const looks = new Map<number, (numbers: object[]) => void>();
  let count = 0;

  cluster.on('exit', (worker) => here.delete(worker));
  cluster.on('message', (worker, said: unknown) => {
    if (!isSaid(said)) return;
    if (said.metrics === 'here') here.add(worker);
    if (said.metrics === 'mine') looks.get(said.id)?.(said.numbers);
    if (said.metrics === 'ask')
      lookAtAll().then(
        (text) => tell(worker, { metrics: 'all', id: said.id, text }),
        () => tell(worker, { metrics: 'all', id: said.id, text: undefined }),
      );
  });

  async function lookAtAll(): Promise<string> {
    return AggregatorRegistry.aggregate(await Promise.all([...here].map(lookAt))).metrics();
  }

  function lookAt(worker: Worker): Promise<object[]> {
    count += 1;
    const id = count;
    const { promise, resolve, reject } = Promise.withResolvers<object[]>();
    const late = setTimeout(reject, PATIENCE, new Error('A process does not tell its numbers'));
    looks.set(id, resolve);
    tell(worker, { metrics: 'collect', id });
    return promise.finally(() => {
      clearTimeout(late);
      looks.delete(id);
    });
  }
}

function tell(worker: Worker, said: Said): void {
  if (worker.isConnected()) worker.send(said);
}

/** In one of several processes: tells its numbers when it is asked, and has the sum of all from the first. */
export function shareMetrics(registry: Registry): () => Promise<string> {
  const waiting = new Map<number, (text: string | undefined) => void>();
  let count = 0;
  const say = (said: Said) => process.send?.(said);
  process.on('message', (said: unknown) => {
    if (!isSaid(said)) return;
    if (said.metrics === 'all') waiting.get(said.id)?.(said.text);
    if (said.metrics === 'collect')
      registry.getMetricsAsJSON().then((numbers) => say({ metrics: 'mine', id: said.id, numbers }));
  });
  say({ metrics: 'here' });
  return async () => {
    count += 1;
    const id = count;
    const text = await new Promise<string | undefined>((resolve) => {
      waiting.set(id, resolve);
      say({ metrics: 'ask', id });
    });
    waiting.delete(id);
    // Half of them would look as if the store had begun anew.
    if (text === undefined) throw new Problem('unavailable', 'numbers-missing', 'error.unavailable').retryAfter(5);
    return text;
  };
}
