import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Answer, type Answers, failed } from './answers.ts';
import { retrieveCharge } from './charges.ts';
import { closeDispute, listDisputes, retrieveDispute, updateDispute } from './disputes.ts';
import { API_VERSION, listEvents, retrieveEvent } from './events.ts';
import { FormError, type FormTree, parseForm } from './form.ts';
import { randomText } from './identifiers.ts';
import { cancelIntent, confirmIntent, createIntent, listIntents, retrieveIntent, updateIntent } from './intents.ts';
import { type Keys, secretOnly, whoAsks } from './keys.ts';
import { createMethod, createToken, retrieveMethod } from './methods.ts';
import { Params } from './params.ts';
import { invalid, StripeProblem } from './problem.ts';
import { createRefund, listCharges, listRefunds, retrieveRefund, updateRefund } from './refunds.ts';
import type { Ask, Operation } from './till.ts';

type Who = 'server' | 'browser' | 'both';

const CALLS: [method: 'GET' | 'POST', path: string, who: Who, operation: Operation][] = [
  ['POST', '/v1/payment_intents', 'server', createIntent],
  ['GET', '/v1/payment_intents', 'server', listIntents],
  ['GET', '/v1/payment_intents/:id', 'both', retrieveIntent],
  ['POST', '/v1/payment_intents/:id', 'server', updateIntent],
  ['POST', '/v1/payment_intents/:id/confirm', 'both', confirmIntent],
  ['POST', '/v1/payment_intents/:id/cancel', 'server', cancelIntent],
  ['POST', '/v1/payment_methods', 'both', createMethod],
  ['GET', '/v1/payment_methods/:id', 'server', retrieveMethod],
  ['POST', '/v1/tokens', 'both', createToken],
  ['POST', '/v1/refunds', 'server', createRefund],
  ['GET', '/v1/refunds', 'server', listRefunds],
  ['GET', '/v1/refunds/:id', 'server', retrieveRefund],
  ['POST', '/v1/refunds/:id', 'server', updateRefund],
  ['GET', '/v1/disputes', 'server', listDisputes],
  ['GET', '/v1/disputes/:id', 'server', retrieveDispute],
  ['POST', '/v1/disputes/:id', 'server', updateDispute],
  ['POST', '/v1/disputes/:id/close', 'server', closeDispute],
  ['GET', '/v1/charges', 'server', listCharges],
  ['GET', '/v1/charges/:id', 'server', retrieveCharge],
  ['GET', '/v1/events', 'server', listEvents],
  ['GET', '/v1/events/:id', 'server', retrieveEvent],
];

export interface ApiParts {
  keys: Keys;
  answers: Answers;
  /** Called after each call, when its events are in the book. */
  afterwards: () => void;
  log: (line: string) => void;
}

/** Serves Stripe's API, relative to where the plugin is mounted. */
export function serveApi(app: FastifyInstance, parts: ApiParts): void {
  for (const [method, url, who, operation] of CALLS) {
    app.route({
      method,
      url,
      handler: (request, reply) => {
        const path = url.replace(':id', idOf(request));
        return answerCall(parts, request, reply, (ask) => {
          if (who === 'server') secretOnly(ask.by);
          return parts.answers.give(method, path, operation, ask);
        });
      },
    });
  }
  app.route({
    method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    url: '/v1/*',
    handler: (request, reply) => {
      return answerCall(parts, request, reply, async () => {
        const path = `/v1/${(request.params as { '*': string })['*']}`;
        const message = `Unrecognized request URL (${request.method}: ${path.slice(0, 200)}). If you are trying to list objects, remove the trailing slash. If you are trying to retrieve an object, make sure you passed a valid (non-empty) identifier in your code.`;
        throw new StripeProblem(404, 'invalid_request_error', message);
      });
    },
  });
}

async function answerCall(
  parts: ApiParts,
  request: FastifyRequest,
  reply: FastifyReply,
  run: (ask: Ask) => Promise<Answer>,
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
  let ask: Ask | undefined;
  let quiet = false;
  try {
    const form = readForm(request);
    quiet = takeQuiet(form);
    const by = whoAsks(header(request, 'authorization'), form, parts.keys);
    ask = { params: new Params(form), id: idOf(request), by, cause: { requestId, idempotencyKey } };
    const answer = await run(ask);
    parts.afterwards();
    if (answer === 'cut') {
      reply.hijack();
      request.raw.socket.destroy();
      return reply;
    }
    if (answer.replayed) reply.header('idempotent-replayed', 'true');
    // A saved failure would only be played back again, so the client is told not to try.
    if (answer.status >= 500) reply.header('stripe-should-retry', 'false');
    return reply.code(quiet ? 200 : answer.status).send(answer.body);
  } catch (error) {
    const problem = problemOf(error);
    if (problem.status === 500) parts.log(`${request.method} ${request.routeOptions.url}: ${String(error)}`);
    const { status, body } = failed(problem, ask);
    return reply.code(quiet ? 200 : status).send(body);
  }
}

function problemOf(error: unknown): StripeProblem {
  if (error instanceof StripeProblem) return error;
  if (error instanceof FormError) return invalid(error.message);
  return new StripeProblem(500, 'api_error', 'The sandbox failed; its log says why.');
}

function readForm(request: FastifyRequest): FormTree {
  const query = request.url.split('?')[1] ?? '';
  const body = typeof request.body === 'string' ? request.body : '';
  return request.method === 'GET' ? parseForm(query) : parseForm([query, body].filter(Boolean).join('&'));
}

/**
 * The sandbox's own script asks for errors as 200, and reads them from the body: a browser writes every status above 400
 * into the console of the page, where a declined card would look like a defect.
 */
function takeQuiet(form: FormTree): boolean {
  const quiet = form._quiet === 'true';
  delete form._quiet;
  return quiet;
}

function idOf(request: FastifyRequest): string {
  return (request.params as { id?: string }).id ?? '';
}

function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}
