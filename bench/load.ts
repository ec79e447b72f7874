import autocannon from 'autocannon';
import type { BenchServer } from './servers.ts';

/** The result of one measurement. */
export interface Measurement {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** CPU time of the server's process per request. */
  cpuMs: number;
  /** The size of one response. */
  bytes: number;
}

export interface Load {
  path: string;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  /** One body for all requests, or a function that returns each. */
  body?: string | (() => string);
  headersOf?: () => Record<string, string>;
  connections?: number;
  seconds?: number;
  /** The number of requests; replaces `seconds`. */
  requests?: number;
  /** Requests per second over all connections. */
  rate?: number;
}

export const CONNECTIONS_COUNT = 16;
/** Short, so that a slow moment of the server affects few measurements. */
const DURATION_S = 2;
/** By then V8 has compiled the hot code. */
const WARM_UP_S = 6;

/** Sends the load without measuring. */
export async function warmUp(server: BenchServer, load: Load): Promise<void> {
  await measureLoad(server, { ...load, seconds: WARM_UP_S });
}

/** Measures a server under load. @throws Error when a response was not a success, because refusals are fast. */
export async function measureLoad(server: BenchServer, load: Load): Promise<Measurement> {
  const before = server.cpuMs();
  const { body, headersOf } = load;
  const times: number[] = [];
  const options: autocannon.Options = {
    url: server.address + load.path,
    method: load.method ?? 'GET',
    connections: load.connections ?? CONNECTIONS_COUNT,
    ...(load.requests ? { amount: load.requests } : { duration: load.seconds ?? DURATION_S }),
    ...(load.rate ? { overallRate: load.rate } : {}),
    headers: load.headers ?? {},
    ...(typeof body === 'string' ? { body } : {}),
    ...(typeof body === 'function' || headersOf
      ? {
          requests: [
            {
              setupRequest: (request) => ({
                ...request,
                ...(typeof body === 'function' ? { body: body() } : {}),
                headers: { ...request.headers, ...headersOf?.() },
              }),
            },
          ],
        }
      : {}),
  };
  // The time runs from the first response, because connections open before it.
  let begun = 0;
  let ended = 0;
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const running = autocannon(options, (error, result) => (error ? reject(error) : resolve(result)));
    // The summary has whole milliseconds only.
    running.on('response', (_client, _status, _bytes, time) => {
      times.push(time);
      ended = performance.now();
      begun ||= ended;
    });
  });
  const wrong = result.non2xx + result.errors + result.timeouts;
  if (wrong > 0 || times.length === 0)
    throw new Error(`${load.method ?? 'GET'} ${load.path}: ${wrong} of ${times.length} failed`);
  times.sort((one, other) => one - other);
  const at = (part: number) => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? Number.NaN;
  return {
    // The summary rounds its duration to whole seconds.
    perSecond: ((times.length - 1) * 1000) / (ended - begun),
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    cpuMs: (server.cpuMs() - before) / times.length,
    bytes: Math.round(result.throughput.total / times.length),
  };
}
