import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance } from 'fastify';

/**
 * Time a request may spend waiting for the database in total. Each statement has its own, shorter timeout. Waiting for
 * the card provider or for an upload does not count.
 */
const DATABASE_DEADLINE_MS = 4400;

interface Deadline {
  leftMs: number;
  /** How many waits of the request are open, and since when at least one is. */
  openWaits: number;
  waitingSince: number;
}

declare module 'fastify' {
  interface FastifyRequest {
    databaseDeadline: Deadline | null;
  }
  interface FastifyContextConfig {
    /** `none` disables the total deadline for this route. Statement timeouts still apply. */
    databaseDeadline?: 'none';
  }
}

const current = new AsyncLocalStorage<Deadline>();

/** Starts the deadline of each request. A call that a page makes in this process counts towards the page's deadline. */
export function enforceDatabaseDeadline(app: FastifyInstance): void {
  app.decorateRequest('databaseDeadline', null);
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.routeOptions.config.databaseDeadline === 'none') return done();
    request.databaseDeadline = current.getStore() ?? { leftMs: DATABASE_DEADLINE_MS, openWaits: 0, waitingSince: 0 };
    current.run(request.databaseDeadline, done);
  });
  // A body arrives in the context of its socket.
  app.addHook('preValidation', (request, _reply, done) =>
    request.databaseDeadline && request.body !== undefined ? current.run(request.databaseDeadline, done) : done(),
  );
}

/**
 * Waits for the database and counts the time towards the deadline of the current request. At the deadline it calls
 * `giveUp`, which ends the work and returns the error that is thrown. Outside of a request there is no deadline.
 */
export function withinDeadline<T>(answer: Promise<T>, giveUp: (late: Error) => Error): Promise<T> {
  const deadline = current.getStore();
  if (!deadline) return answer;
  const startedAt = performance.now();
  if (deadline.openWaits === 0) deadline.waitingSince = startedAt;
  deadline.openWaits += 1;
  const left = Math.max(0, deadline.leftMs - (startedAt - deadline.waitingSince));
  return new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => reject(giveUp(deadlineError())), left);
    const end = () => {
      clearTimeout(timer);
      deadline.openWaits -= 1;
      if (deadline.openWaits === 0) deadline.leftMs -= performance.now() - deadline.waitingSince;
    };
    answer.finally(end).then(resolve, reject);
  });
}

/** Runs work that must complete once it has begun, without the request's deadline. Statement timeouts still apply. */
export function withoutDeadline<T>(run: () => Promise<T>): Promise<T> {
  return current.exit(run);
}

/** Returns how long the current request may still wait for the database, in milliseconds; Infinity outside of requests. */
export function databaseTimeLeft(): number {
  return current.getStore()?.leftMs ?? Number.POSITIVE_INFINITY;
}

function deadlineError(): Error {
  return Object.assign(new Error('The request exceeded its database deadline'), { code: 'ETIMEDOUT' });
}
