import { seconds } from './clock.ts';
import { expand } from './expand.ts';
import { type Faults, faultFits } from './faults.ts';
import { publicIntent } from './intents.ts';
import { invalid, StripeProblem } from './problem.ts';
import type { Ask, Operation, Till } from './till.ts';

/** What goes back to the caller; `cut` when the connection is to be dropped instead. */
export type Answer = { status: number; body: string; replayed: boolean } | 'cut';

interface Saved {
  path: string;
  fingerprint: string;
  status: number;
  body: string;
}

const KEYS_LIVE = 24 * 60 * 60;
const OOPS = 'An unknown error occurred. If this persists, please contact support.';

/** Runs API calls: once per idempotency key (https://docs.stripe.com/api/idempotent_requests), with the faults ordered. */
export class Answers {
  readonly #till: Till;
  readonly #faults: Faults;
  readonly #inProgress = new Set<string>();

  constructor(till: Till, faults: Faults) {
    this.#till = till;
    this.#faults = faults;
    till.book.run('DELETE FROM answers WHERE created < ?', seconds(till.clock) - KEYS_LIVE);
  }

  /** @throws StripeProblem for what never came to be executed. */
  async give(method: string, path: string, operation: Operation, ask: Ask): Promise<Answer> {
    const key = method === 'POST' ? ask.cause.idempotencyKey : null;
    if (key === null) return await this.#execute(method, path, operation, ask, null);
    if (key.length > 255) throw invalid('Idempotency keys can be at most 255 characters.');
    if (this.#inProgress.has(key)) {
      const message = `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later or with another key.`;
      throw new StripeProblem(409, 'invalid_request_error', message, { code: 'idempotency_key_in_use' });
    }
    const saved = this.#saved(key);
    if (saved) return replay(saved, key, path, ask);
    this.#inProgress.add(key);
    try {
      return await this.#execute(method, path, operation, ask, key);
    } finally {
      this.#inProgress.delete(key);
    }
  }

  async #execute(method: string, path: string, operation: Operation, ask: Ask, key: string | null): Promise<Answer> {
    const fault = this.#faults.api.take(({ on }) => faultFits(on, method, path));
    if (fault?.kind === 'cut-before') return 'cut';
    if (fault?.kind === 'error-before') throw new StripeProblem(500, 'api_error', OOPS);
    if (fault?.kind === 'rate-limit') {
      throw new StripeProblem(429, 'invalid_request_error', 'Request rate limit exceeded.', { code: 'rate_limit' });
    }
    const { book, clock } = this.#till;
    const paths = ask.params.texts('expand') ?? [];
    const run = operation(this.#till, ask);
    const answer = book.transaction(() => {
      let made = outcome(() => expand(book, run(), paths), ask);
      if (fault?.kind === 'error-after') made = failed(new StripeProblem(500, 'api_error', OOPS), ask);
      if (key !== null) {
        book.run(
          'INSERT OR REPLACE INTO answers (key, path, fingerprint, status, body, created) VALUES (?, ?, ?, ?, ?, ?)',
          ...[key, path, ask.params.fingerprint(), made.status, made.body, seconds(clock)],
        );
      }
      return made;
    });
    if (fault?.kind === 'late') await new Promise<void>((resolve) => clock.schedule(fault.delay ?? 0, resolve));
    return fault?.kind === 'cut-after' ? 'cut' : { ...answer, replayed: false };
  }

  #saved(key: string): Saved | undefined {
    const since = seconds(this.#till.clock) - KEYS_LIVE;
    const sql = 'SELECT path, fingerprint, status, body FROM answers WHERE key = ? AND created >= ?';
    return this.#till.book.all<Saved>(sql, key, since)[0];
  }
}

function replay(saved: Saved, key: string, path: string, ask: Ask): Answer {
  if (saved.path !== path) {
    const message = `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${path}' vs '${saved.path}'). Try using a key other than '${key}' if you meant to execute a different request.`;
    throw new StripeProblem(400, 'idempotency_error', message);
  }
  if (saved.fingerprint !== ask.params.fingerprint()) {
    const message = `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`;
    throw new StripeProblem(400, 'idempotency_error', message);
  }
  return { status: saved.status, body: saved.body, replayed: true };
}

function outcome(run: () => object, ask: Ask): { status: number; body: string } {
  try {
    const object = run();
    return { status: 200, body: JSON.stringify(visible(object, ask)) };
  } catch (error) {
    if (error instanceof StripeProblem) return failed(error, ask);
    throw error;
  }
}

/** An error as the caller may see it. */
export function failed(problem: StripeProblem, ask?: Ask): { status: number; body: string } {
  const { payment_intent: intent, ...rest } = problem.body();
  const seen = intent && { payment_intent: visible(intent, ask) };
  return { status: problem.status, body: JSON.stringify({ error: { ...rest, ...seen } }) };
}

function visible(object: object, ask?: Ask): object {
  const isIntent = 'object' in object && object.object === 'payment_intent';
  return ask?.by === 'publishable' && isIntent ? publicIntent(object as Parameters<typeof publicIntent>[0]) : object;
}
