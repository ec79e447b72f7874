import cluster from 'node:cluster';
import type { FastifyInstance } from 'fastify';
import type { Runner } from 'graphile-worker';
import type pg from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { shareMetrics } from './cluster-metrics.ts';

export interface Metrics {
  contentType: string;
  /** Returns all metrics in Prometheus' text format. */
  print(): Promise<string>;
  /** Counts requests with their route (never the URL), status and duration. */
  watchRequests(app: FastifyInstance): void;
  /** Counts jobs by result. Jobs of `everyMinute` are never counted as failed. */
  watchJobs(runner: Runner, everyMinute: string[]): void;
}

/** A business metric. Each collection reads it from the database, so an index must answer it. */
export interface BusinessMetric {
  name: string;
  help: string;
  read(): Promise<number>;
}

/** Histogram buckets: from a cached page to a timeout. */
const BUCKETS_S = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10];

/** Creates the metrics of this process. Processes behind one port report their sum; Prometheus adds up machines. */
export function createMetrics(
  pools: Record<string, pg.Pool>,
  businessMetrics: BusinessMetric[],
  reads: Record<string, number>,
  mails: { dropped: number },
): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry, prefix: 'dolna_' });
  new Gauge({ name: 'dolna_processes', help: 'Processes behind this port.', registers }).set(1);
  const requests = new Histogram({
    name: 'dolna_http_request_duration_seconds',
    help: 'How long requests took, by route and status; its count is the number of requests.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS_S,
    registers,
  });
  const jobs = new Counter({
    name: 'dolna_jobs_total',
    help: 'Ended jobs, by task and result: success, error (retried) or failed (not retried).',
    labelNames: ['task', 'result'],
    registers,
  });
  for (const { name, help, read } of businessMetrics)
    new Gauge({
      name: `dolna_${name}`,
      help,
      registers,
      // Every process reads the same.
      aggregator: 'max',
      async collect() {
        // During a database outage the last value stays.
        const number = await read().catch(() => undefined);
        if (number !== undefined) this.set(number);
      },
    });
  new Gauge({
    name: 'dolna_database_connections',
    help: 'Connections to the database, by pool: in use, idle, and requests that wait for one.',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(pools)) {
        this.set({ pool, state: 'used' }, totalCount - idleCount);
        this.set({ pool, state: 'idle' }, idleCount);
        this.set({ pool, state: 'waiting' }, waitingCount);
      }
    },
  });
  new Counter({
    name: 'dolna_list_reads_total',
    help: 'Reads of lists, by database: the primary or a replica.',
    labelNames: ['from'],
    registers,
    collect() {
      this.reset();
      for (const [from, count] of Object.entries(reads)) this.inc({ from }, count);
    },
  });
  new Counter({
    name: 'dolna_mails_dropped_total',
    help: 'Mails that were dropped because of their addresses.',
    registers,
    collect() {
      this.reset();
      this.inc(mails.dropped);
    },
  });

  return {
    contentType: registry.contentType,
    print: cluster.isWorker ? shareMetrics(registry) : () => registry.metrics(),
    watchRequests(app) {
      app.addHook('onResponse', (request, reply, done) => {
        // An event stream has no duration to wait for.
        if (reply.sse?.shouldKeepAlive) return done();
        const route = request.routeOptions.url ?? 'none';
        requests.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
        done();
      });
    },
    watchJobs(runner, everyMinute) {
      const ended = (result: string) => (event: { job: { task_identifier: string } }) =>
        jobs.inc({ task: event.job.task_identifier, result });
      runner.events.on('job:success', ended('success'));
      runner.events.on('job:error', ended('error'));
      const failed = ended('failed');
      runner.events.on('job:failed', (event) => {
        if (!everyMinute.includes(event.job.task_identifier)) failed(event);
      });
    },
  };
}
