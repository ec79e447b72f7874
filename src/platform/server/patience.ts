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
export function limitPatience(app: FastifyInstance): void {
  app.decorateRequest('patience', null);
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.routeOptions.config.unhurried) return done();
    request.patience = asking.getStore() ?? { left: TOGETHER, open: 0, since: 0 };
    asking.run(request.patience, done);
  });
  // A body comes in through a socket, which does not know whose it is.
  app.addHook('preValidation', (request, _reply, done) =>
    request.patience ? asking.run(request.patience, done) : done(),
  );
}

/** Waits for the database. When the request that asks has waited too long in all, `giveUp` has to put an end to it. */
export function patiently<T>(answer: Promise<T>, giveUp: (error: Error) => void): Promise<T> {
  const patience = asking.getStore();
  if (!patience) return answer;
  const begun = performance.now();
  if (patience.open === 0) patience.since = begun;
  patience.open += 1;
  // An error costs a look at the stack: it is made when it is needed.
  const end = setTimeout(() => giveUp(tooLong()), Math.max(0, patience.left - (begun - patience.since)));
  return answer.finally(() => {
    clearTimeout(end);
    patience.open -= 1;
    if (patience.open === 0) patience.left -= performance.now() - patience.since;
  });
}

function tooLong(): Error {
  return Object.assign(new Error('The database took too long, all in all'), { code: 'ETIMEDOUT' });
}
