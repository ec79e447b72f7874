import type { ObjectStore } from './object-store.ts';
import { type ApiRequest, type Context, type Route, seconds } from './operation.ts';
import { publicIntent } from './payment-intents.ts';
import { invalidRequest, StripeApiError } from './stripe-error.ts';

export interface ApiResponse {
  status: number;
  body: string;
}

interface SavedResponse extends ApiResponse {
  path: string;
  fingerprint: string;
}

const IDEMPOTENCY_KEY_TTL_S = 24 * 60 * 60;
const IDEMPOTENCY_KEY_MAX_CHARS = 255;
const UNKNOWN_ERROR = 'An unknown error occurred. If this persists, please contact support.';

/** Runs operations: once per idempotency key (https://docs.stripe.com/api/idempotent_requests), and with injected faults. */
export class OperationRunner {
  readonly #context: Context;
  readonly #inProgress = new Set<string>();

  constructor(context: Context) {
    this.#context = context;
    context.store.run('DELETE FROM answers WHERE created < ?', seconds(context.clock) - IDEMPOTENCY_KEY_TTL_S);
  }

  /**
   * Runs an operation. Returns its response, whether that was saved before, or 'disconnect' when the connection must be cut.
   * @throws StripeApiError when the operation did not run
   */
  async run(route: Route, request: ApiRequest): Promise<(ApiResponse & { isReplay: boolean }) | 'disconnect'> {
    const [method, url] = route;
    const path = url.replace(':id', request.id);
    const key = method === 'POST' ? request.origin.idempotencyKey : null;
    if (key === null) return await this.#execute(route, path, request, null);
    if (key.length > IDEMPOTENCY_KEY_MAX_CHARS)
      throw invalidRequest(`Idempotency keys can be at most ${IDEMPOTENCY_KEY_MAX_CHARS} characters.`);
    if (this.#inProgress.has(key)) {
      const message = `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later or with another key.`;
      throw new StripeApiError(409, 'invalid_request_error', message, { code: 'idempotency_key_in_use' });
    }
    const since = seconds(this.#context.clock) - IDEMPOTENCY_KEY_TTL_S;
    const sql = 'SELECT path, fingerprint, status, body FROM answers WHERE key = ? AND created >= ?';
    const [saved] = this.#context.store.all<SavedResponse>(sql, key, since);
    if (saved) return replay(saved, key, path, request);
    this.#inProgress.add(key);
    try {
      return await this.#execute(route, path, request, key);
    } finally {
      this.#inProgress.delete(key);
    }
  }

  async #execute([method, url, , operation]: Route, path: string, request: ApiRequest, key: string | null) {
    const { store, clock, faults } = this.#context;
    const fault = faults.api.take(({ on }) => on === undefined || on === `${method} ${url}`);
    if (fault?.kind === 'cut-before') return 'disconnect';
    if (fault?.kind === 'error-before') throw new StripeApiError(500, 'api_error', UNKNOWN_ERROR);
    if (fault?.kind === 'rate-limit') {
      throw new StripeApiError(429, 'invalid_request_error', 'Request rate limit exceeded.', { code: 'rate_limit' });
    }
    const work = operation(this.#context, request);
    const response = store.transaction(() => {
      let made = responseOf(() => {
        if (fault?.kind === 'refuse') throw invalidRequest('Insufficient funds.', { code: 'balance_insufficient' });
        return expand(store, work(), request.expand);
      }, request);
      if (fault?.kind === 'error-after')
        made = errorResponse(new StripeApiError(500, 'api_error', UNKNOWN_ERROR), request);
      if (key !== null) {
        store.run(
          'INSERT OR REPLACE INTO answers (key, path, fingerprint, status, body, created) VALUES (?, ?, ?, ?, ?, ?)',
          ...[key, path, request.fingerprint, made.status, made.body, seconds(clock)],
        );
      }
      return made;
    });
    if (fault?.kind === 'late') await new Promise<void>((resolve) => clock.schedule(fault.delay ?? 0, resolve));
    return fault?.kind === 'cut-after' ? 'disconnect' : { ...response, isReplay: false };
  }
}

function replay({ status, body, ...saved }: SavedResponse, key: string, path: string, { fingerprint }: ApiRequest) {
  if (saved.path !== path) {
    const message = `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${path}' vs '${saved.path}'). Try using a key other than '${key}' if you meant to execute a different request.`;
    throw new StripeApiError(400, 'idempotency_error', message);
  }
  if (saved.fingerprint !== fingerprint) {
    const message = `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`;
    throw new StripeApiError(400, 'idempotency_error', message);
  }
  return { status, body, isReplay: true };
}

/**
 * Replaces `latest_charge` ids by the charges where a request expands them (https://docs.stripe.com/api/expanding_objects).
 * @throws StripeApiError 400 for every other property
 */
function expand(store: ObjectStore, object: object, paths: string[]): object {
  for (const path of paths) {
    const isList = path === 'data.latest_charge' && 'data' in object;
    if (!isList && path !== 'latest_charge')
      throw invalidRequest(`This property cannot be expanded (${path.slice(0, 100)}).`, { param: 'expand' });
    const items = (isList ? object.data : [object]) as { latest_charge?: unknown }[];
    for (const item of items)
      if (item.latest_charge) item.latest_charge = store.find('charge', String(item.latest_charge))?.object;
  }
  return object;
}

function responseOf(work: () => object, request: ApiRequest): ApiResponse {
  try {
    return { status: 200, body: JSON.stringify(visibleTo(work(), request)) };
  } catch (error) {
    if (error instanceof StripeApiError) return errorResponse(error, request);
    throw error;
  }
}

/** Returns an error as a response; a browser gets the public part of the payment. */
export function errorResponse(error: StripeApiError, request?: ApiRequest): ApiResponse {
  const { payment_intent: intent, ...rest } = error.body();
  const visible = intent && { payment_intent: visibleTo(intent, request) };
  return { status: error.status, body: JSON.stringify({ error: { ...rest, ...visible } }) };
}

function visibleTo(object: object, request?: ApiRequest): object {
  const isIntent = 'object' in object && object.object === 'payment_intent';
  return request?.key === 'publishable' && isIntent
    ? publicIntent(object as Parameters<typeof publicIntent>[0])
    : object;
}
