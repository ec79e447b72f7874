import cluster from 'node:cluster';
import { AggregatorRegistry, type Registry } from 'prom-client';
import { Problem } from '#platform/contract/problem.ts';

const METRICS_RETRY_S = 5;

/** Messages between a process and the first one. `id` tells to which request a response belongs. */
type MetricsMessage =
  | { metrics: 'request'; id: number }
  | { metrics: 'response'; id: number; text: string | undefined };

const isMetricsMessage = (message: unknown): message is MetricsMessage =>
  typeof message === 'object' && message !== null && 'metrics' in message;

/** In the first of several processes: answers the requests of the others for the metrics of all. */
export function aggregateMetrics(): void {
  const registry = new AggregatorRegistry();
  cluster.on('message', async (worker, message: unknown) => {
    if (!isMetricsMessage(message) || message.metrics !== 'request') return;
    const text = await registry.clusterMetrics().catch(() => undefined);
    if (worker.isConnected()) worker.send({ metrics: 'response', id: message.id, text } satisfies MetricsMessage);
  });
}

/**
 * In one of several processes: shares its metrics. Returns a function that returns the metrics of all processes.
 * @throws Problem 503 when a process did not answer in time: a sum without it would look like a restart.
 */
export function shareMetrics(registry: Registry): () => Promise<string> {
  const waiting = new Map<number, (text: string | undefined) => void>();
  let lastId = 0;
  AggregatorRegistry.setRegistries(registry);
  // Its constructor makes this process answer the first one.
  new AggregatorRegistry();
  process.on('message', (message: unknown) => {
    if (isMetricsMessage(message) && message.metrics === 'response') waiting.get(message.id)?.(message.text);
  });
  return async () => {
    lastId += 1;
    const id = lastId;
    const { promise, resolve } = Promise.withResolvers<string | undefined>();
    waiting.set(id, resolve);
    process.send?.({ metrics: 'request', id } satisfies MetricsMessage);
    const text = await promise;
    waiting.delete(id);
    if (text === undefined)
      throw new Problem('unavailable', 'numbers-missing', 'error.unavailable').retryAfter(METRICS_RETRY_S);
    return text;
  };
}
