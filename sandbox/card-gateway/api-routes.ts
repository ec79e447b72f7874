import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ApiKeys, assertSecretKey, authenticate } from './api-keys.ts';
import { listDisputes, updateDispute } from './disputes.ts';
import { API_VERSION, listEvents } from './events.ts';
import { FormError, type FormTree, parseForm } from './form-parser.ts';
import { randomText } from './object-ids.ts';
import type { ApiRequest, Operation } from './operation.ts';
import { errorResponse, type OperationRunner } from './operation-runner.ts';
import { Params } from './params.ts';
import { cancelIntent, confirmIntent, createIntent, listIntents, retrieveIntent } from './payment-intents.ts';
import { createMethod } from './payment-methods.ts';
import { createRefund, listRefunds } from './refunds.ts';
import { invalidRequest, StripeApiError } from './stripe-error.ts';

/** The operations that the store and its tests use; `server` takes the secret key only. */
const ROUTES: [method: 'GET' | 'POST', path: string, caller: 'server' | 'any', operation: Operation][] = [
  ['POST', '/v1/payment_intents', 'server', createIntent],
  ['GET', '/v1/payment_intents', 'server', listIntents],
  ['GET', '/v1/payment_intents/:id', 'any', retrieveIntent],
  ['POST', '/v1/payment_intents/:id/confirm', 'any', confirmIntent],
  ['POST', '/v1/payment_intents/:id/cancel', 'server', cancelIntent],
  ['POST', '/v1/payment_methods', 'any', createMethod],
  ['POST', '/v1/refunds', 'server', createRefund],
  ['GET', '/v1/refunds', 'server', listRefunds],
  ['GET', '/v1/disputes', 'server', listDisputes],
  ['POST', '/v1/disputes/:id', 'server', updateDispute],
  ['GET', '/v1/events', 'server', listEvents],
];

export interface ApiOptions {
  keys: ApiKeys;
  runner: OperationRunner;
  /** Called after each operation, when its events are stored. */
  processDue: () => void;
  log: (line: string) => void;
}

/** Serves Stripe's API, relative to where the plugin is mounted. */
export function serveApi(app: FastifyInstance, options: ApiOptions): void {
  for (const [method, url, caller, operation] of ROUTES) {
    app.route({
      method,
      url,
      handler: (request, reply) =>
        respond(options, request, reply, (apiRequest) => {
          if (caller === 'server') assertSecretKey(apiRequest.key);
          return options.runner.run(method, url.replace(':id', apiRequest.id), operation, apiRequest);
        }),
    });
  }
  app.route({
    method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    url: '/v1/*',
    handler: (request, reply) =>
      respond(options, request, reply, async () => {
        const path = `/v1/${(request.params as { '*': string })['*']}`;
        const message = `Unrecognized request URL (${request.method}: ${path.slice(0, 200)}). If you are trying to list objects, remove the trailing slash. If you are trying to retrieve an object, make sure you passed a valid (non-empty) identifier in your code.`;
        throw new StripeApiError(404, 'invalid_request_error', message);
      }),
  });
}

async function respond(
  { keys, processDue, log }: ApiOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  run: (apiRequest: ApiRequest) => ReturnType<OperationRunner['run']>,
): Promise<FastifyReply> {
  const requestId = `req_${randomText(14)}`;
  const idempotencyKey = header(request, 'idempotency-key') ?? null;
  reply.headers({
    'request-id': requestId,
    'stripe-version': header(request, 'stripe-version') ?? API_VERSION,
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'access-control-allow-origin': '*',
    ...(idempotencyKey === null ? {} : { 'idempotency-key': encodeURI(idempotencyKey) }),
  });
  let apiRequest: ApiRequest | undefined;
  let isQuiet = false;
  try {
    const form = readForm(request);
    isQuiet = takeQuiet(form);
    const { id = '' } = request.params as { id?: string };
    const key = authenticate(header(request, 'authorization'), form, keys);
    apiRequest = { params: new Params(form), id, key, origin: { requestId, idempotencyKey } };
    const response = await run(apiRequest);
    processDue();
    if (response === 'disconnect') {
      reply.hijack();
      request.raw.socket.destroy();
      return reply;
    }
    if (response.isReplay) reply.header('idempotent-replayed', 'true');
    // A retry would only replay a stored failure.
    if (response.status >= 500) reply.header('stripe-should-retry', 'false');
    return reply.code(isQuiet ? 200 : response.status).send(response.body);
  } catch (thrown) {
    const error = apiErrorOf(thrown);
    if (error.status === 500) log(`${request.method} ${request.routeOptions.url}: ${String(thrown)}`);
    const { status, body } = errorResponse(error, apiRequest);
    return reply.code(isQuiet ? 200 : status).send(body);
  }
}

function apiErrorOf(error: unknown): StripeApiError {
  if (error instanceof StripeApiError) return error;
  if (error instanceof FormError) return invalidRequest(error.message);
  return new StripeApiError(500, 'api_error', 'The sandbox failed; its log says why.');
}

function readForm(request: FastifyRequest): FormTree {
  const query = request.url.split('?')[1] ?? '';
  const body = typeof request.body === 'string' ? request.body : '';
  return request.method === 'GET' ? parseForm(query) : parseForm([query, body].filter(Boolean).join('&'));
}

/**
 * Returns whether the sandbox's own script wants errors with status 200. Browsers log every status of 400 and above to the
 * console, where a declined card would look like a defect.
 */
function takeQuiet(form: FormTree): boolean {
  const isQuiet = form._quiet === 'true';
  delete form._quiet;
  return isQuiet;
}

function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}
