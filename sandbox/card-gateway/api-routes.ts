import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { isSame } from '../stand-in.ts';
import { type Kind, randomText } from './object-store.ts';
import type { ApiRequest, Operation, Route } from './operation.ts';
import { errorResponse, type OperationRunner } from './operation-runner.ts';
import { cancelIntent, confirmIntent, createIntent, retrieveIntent } from './payment-intents.ts';
import { createMethod } from './payment-methods.ts';
import { createRefund, retrieveBalance, retrieveRefund, updateDispute } from './refunds.ts';
import { type FormTree, integer, parseForm, readParams, text, texts } from './request-form.ts';
import { StripeApiError } from './stripe-error.ts';
import { API_VERSION } from './webhooks.ts';

const LIST_PARAMS = z.strictObject({
  limit: integer.pipe(z.number().min(1).max(100)).default(10),
  starting_after: text.optional(),
  created: z.strictObject({ gte: integer }).optional(),
  payment_intent: text.optional(),
  type: text.optional(),
  types: texts.optional(),
});

/** Returns a list operation: one page, newest first (https://docs.stripe.com/api/pagination). */
function listObjects(kind: Kind): Operation {
  return ({ store }, { form }) => {
    const params = readParams(LIST_PARAMS, form);
    const { limit, starting_after: startingAfter, created, payment_intent: payment, type } = params;
    const types = type === undefined ? params.types : [type];
    const filter = { limit, startingAfter, createdFrom: created?.gte, payment, types };
    return () => ({ object: 'list', ...store.list(kind, filter), url: `/v1/${kind}s` });
  };
}

/** The operations that the store and its tests use. */
const ROUTES: Route[] = [
  ['POST', '/v1/payment_intents', 'server', createIntent],
  ['GET', '/v1/payment_intents', 'server', listObjects('payment_intent')],
  ['GET', '/v1/payment_intents/:id', 'any', retrieveIntent],
  ['POST', '/v1/payment_intents/:id/confirm', 'any', confirmIntent],
  ['POST', '/v1/payment_intents/:id/cancel', 'server', cancelIntent],
  ['POST', '/v1/payment_methods', 'any', createMethod],
  ['POST', '/v1/refunds', 'server', createRefund],
  ['GET', '/v1/refunds', 'server', listObjects('refund')],
  ['GET', '/v1/refunds/:id', 'server', retrieveRefund],
  ['GET', '/v1/balance', 'server', retrieveBalance],
  ['GET', '/v1/disputes', 'server', listObjects('dispute')],
  ['POST', '/v1/disputes/:id', 'server', updateDispute],
  ['GET', '/v1/events', 'server', listObjects('event')],
];

export interface ApiKeys {
  secretKey: string;
  publishableKey: string;
}

export interface ApiOptions {
  keys: ApiKeys;
  runner: OperationRunner;
  /** Called after each operation, when its events are stored. */
  processDue: () => void;
  log: (line: string) => void;
}

/** Serves Stripe's API, relative to where the plugin is mounted. */
export function serveApi(app: FastifyInstance, options: ApiOptions): void {
  for (const route of ROUTES) {
    const [method, url, caller] = route;
    app.route({
      method,
      url,
      handler: (request, reply) =>
        respond(options, request, reply, (apiRequest) => {
          if (caller === 'server') assertSecretKey(apiRequest.key);
          return options.runner.run(route, apiRequest);
        }),
    });
  }
  app.all('/v1/*', (request, reply) =>
    respond(options, request, reply, async () => {
      const path = `/v1/${(request.params as { '*': string })['*']}`;
      const message = `Unrecognized request URL (${request.method}: ${path.slice(0, 200)}). If you are trying to list objects, remove the trailing slash. If you are trying to retrieve an object, make sure you passed a valid (non-empty) identifier in your code.`;
      throw new StripeApiError(404, 'invalid_request_error', message);
    }),
  );
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
  const fields = fieldsOf(request);
  // The sandbox's own script wants errors with status 200. Browsers log every status of 400 and above to the console, where
  // a declined card would look like a defect.
  const isQuiet = fields.get('_quiet') === 'true';
  fields.delete('_quiet');
  let apiRequest: ApiRequest | undefined;
  try {
    const { key: keyInForm, expand = {}, ...form } = parseForm(fields);
    const { id = '' } = request.params as { id?: string };
    const key = authenticate(header(request, 'authorization'), keyInForm, keys);
    const origin = { requestId, idempotencyKey };
    apiRequest = {
      form,
      fingerprint: fields.toString(),
      expand: readParams(texts, expand as FormTree),
      id,
      key,
      origin,
    };
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
    const isKnown = thrown instanceof StripeApiError;
    if (!isKnown) log(`${request.method} ${request.routeOptions.url}: ${String(thrown)}`);
    const error = isKnown ? thrown : new StripeApiError(500, 'api_error', 'The sandbox failed; its log says why.');
    const { status, body } = errorResponse(error, apiRequest);
    return reply.code(isQuiet ? 200 : status).send(body);
  }
}

/** Returns the parameters of address and body, in an order that does not depend on the client. */
function fieldsOf(request: FastifyRequest): URLSearchParams {
  const query = request.url.split('?')[1] ?? '';
  const body = request.method !== 'GET' && typeof request.body === 'string' ? request.body : '';
  const fields = new URLSearchParams(`${query}&${body}`);
  fields.sort();
  return fields;
}

function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}

const NO_KEY =
  "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details, or we can help at https://support.stripe.com/.";
const SECRET_NEEDED =
  'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.';

/** Returns which key a request carries: token, user of basic authentication, or `key`. @throws StripeApiError 401 */
export function authenticate(authorization = '', keyInForm: unknown, keys: ApiKeys): 'secret' | 'publishable' {
  const [scheme = '', value = ''] = authorization.split(' ');
  const kind = scheme.toLowerCase();
  const user = kind === 'basic' ? Buffer.from(value, 'base64').toString('utf8').split(':')[0] : undefined;
  const given = kind === 'bearer' ? value : (user ?? keyInForm);
  if (typeof given !== 'string' || given === '') throw new StripeApiError(401, 'invalid_request_error', NO_KEY);
  if (isSame(given, keys.secretKey)) return 'secret';
  if (isSame(given, keys.publishableKey)) return 'publishable';
  const masked = given.length > 12 ? `${given.slice(0, 8)}${'*'.repeat(8)}${given.slice(-4)}` : '*'.repeat(12);
  throw new StripeApiError(401, 'invalid_request_error', `Invalid API Key provided: ${masked}`);
}

/** @throws StripeApiError 401 for the publishable key */
export function assertSecretKey(key: 'secret' | 'publishable'): void {
  if (key === 'secret') return;
  throw new StripeApiError(401, 'invalid_request_error', SECRET_NEEDED, { code: 'secret_key_required' });
}
