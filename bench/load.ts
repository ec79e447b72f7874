import autocannon from 'autocannon';
import type { Machine } from './machines.ts';

/** What one shot at a server gave. Times in milliseconds. */
export interface Shot {
  perSecond: number;
  p50: number;
  p99: number;
  /** CPU of the server's process for one request. */
  cpu: number;
  /** Of one answer, in bytes. */
  bytes: number;
}

export interface Aim {
  path: string;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  /** A body of its own for each request, or one for all. */
  body?: string | (() => string);
  headersOf?: () => Record<string, string>;
  connections?: number;
  seconds?: number;
  /** How many requests in all, however long they take. */
  requests?: number;
  /** Requests in all, a second. */
  rate?: number;
}

/** Who asks at the same time. */
export const CONNECTIONS = 16;
/** How long a shot takes, in seconds: short, so that a slow moment of the machine strikes few of many. */
const SECONDS = 2;
/** Seconds before anything is counted: by then all that is asked often has been compiled. */
const WARM = 6;

/** Fires without counting. */
export async function warmUp(machine: Machine, aim: Aim): Promise<void> {
  await shoot(machine, { ...aim, seconds: WARM });
}

/** Fires at a server for some seconds. @throws when an answer was not a success: what is refused is quickly answered. */
export async function shoot(machine: Machine, aim: Aim): Promise<Shot> {
  const before = machine.cpu();
  const { body, headersOf } = aim;
  const times: number[] = [];
  const options: autocannon.Options = {
    url: machine.address + aim.path,
    method: aim.method ?? 'GET',
    connections: aim.connections ?? CONNECTIONS,
    ...(aim.requests ? { amount: aim.requests } : { duration: aim.seconds ?? SECONDS }),
    ...(aim.rate ? { overallRate: aim.rate } : {}),
    headers: aim.headers ?? {},
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
  // From the first answer on: before it, connections come about.
  let begun = 0;
  let ended = 0;
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const running = autocannon(options, (error, result) => (error ? reject(error) : resolve(result)));
    // The summary knows whole milliseconds only.
    running.on('response', (_client, _status, _bytes, time) => {
      times.push(time);
      ended = performance.now();
      begun ||= ended;
    });
  });
  const wrong = result.non2xx + result.errors + result.timeouts;
  if (wrong > 0 || times.length === 0)
    throw new Error(`${aim.method ?? 'GET'} ${aim.path}: ${wrong} of ${times.length} were no success`);
  times.sort((one, other) => one - other);
  const at = (part: number) => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? Number.NaN;
  return {
    // The summary's own time ends with a whole second.
    perSecond: ((times.length - 1) * 1000) / (ended - begun),
    p50: at(0.5),
    p99: at(0.99),
    cpu: (machine.cpu() - before) / times.length,
    bytes: Math.round(result.throughput.total / times.length),
  };
}
