import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance } from 'fastify';

/**
 * How long one request may wait for the database in all, in milliseconds: each statement may be in time, and all of them
 * too late. Waiting for the card provider, for one's turn, or for a file to come in does not count.
 */
const TOGETHER = 4400;

interface Patience {
  left: number;
  /** How many of the request's questions are open, and since when there is one. */
  open: number;
  since: number;
}

declare module 'fastify' {
  interface FastifyRequest {
    patience: Patience | null;
  }
  interface FastifyContextConfig {
    /** Its answer takes as long as it takes; only each statement must end. */
    unhurried?: boolean;
  }
}

const asking = new AsyncLocalStorage<Patience>();

/** Gives each request so much time of the database's; what a page asks of the API is part of the page's request. */
export function enforceDatabaseDeadline(app: FastifyInstance): void {
  app.decorateRequest('patience', null);
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.routeOptions.config.unhurried) return done();
    request.patience = asking.getStore() ?? { left: TOGETHER, open: 0, since: 0 };
    asking.run(request.patience, done);
  });
  // A body comes in through a socket, which does not know whose it is.
  app.addHook('preValidation', (request, _reply, done) =>
    request.patience && request.body !== undefined ? asking.run(request.patience, done) : done(),
  );
}

/** Runs what no request waits for, whichever happens to begin it. */
export function unhurried<T>(run: () => T): T {
  return asking.exit(run);
}

/** Waits for something of the database's. When the request that asks has waited too long in all, `giveUp` has to end it. */
export function patiently<T>(answer: Promise<T>, giveUp: (error: Error) => void): Promise<T> {
  return answer.finally(startWaiting(giveUp));
}

/**
 * Begins to wait for the database; what is given ends it. `giveUp` has to put an end to what is waited for when the request
 * that asks has waited too long in all, or has waited for this for so many milliseconds.
 */
export function startWaiting(giveUp: (error: Error) => void, most = Number.POSITIVE_INFINITY): () => void {
  const patience = asking.getStore();
  const begun = performance.now();
  if (patience?.open === 0) patience.since = begun;
  if (patience) patience.open += 1;
  const left = patience ? Math.max(0, patience.left - (begun - patience.since)) : Number.POSITIVE_INFINITY;
  // An error costs a look at the stack: it is made when it is needed.
  const end =
    Math.min(left, most) < Number.POSITIVE_INFINITY
      ? setTimeout(() => giveUp(most < left ? new Error(SILENCE) : tooLong()), Math.min(left, most))
      : undefined;
  let ended = false;
  return () => {
    if (ended) return;
    ended = true;
    clearTimeout(end);
    if (!patience) return;
    patience.open -= 1;
    if (patience.open === 0) patience.left -= performance.now() - patience.since;
  };
}

/** Returns how long the current request may still wait for the database, in milliseconds; Infinity outside of requests. */
export function databaseTimeLeft(): number {
  return asking.getStore()?.left ?? Number.POSITIVE_INFINITY;
}

/** What is said of a connection on which no answer came. */
export const SILENCE = 'No answer from the database';

function tooLong(): Error {
  return Object.assign(new Error('The database took too long, all in all'), { code: 'ETIMEDOUT' });
}
