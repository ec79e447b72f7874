import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Problem, type ProblemReply } from '#platform/contract/problem.ts';
import { isDatabaseUnavailable } from '#platform/database/database.ts';
import { isContended } from '#platform/database/transaction-retry.ts';
import { languageOf, translateIn } from './language.ts';

/** Answers every error as RFC 9457 problem details, in the words of the person who reads it. */
export function handleErrors(app: FastifyInstance, productName: string): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const problem = toProblem(error);
    if (problem) return sendProblem(request, reply, problem, productName);
    // Who breaks off what they send has done nothing wrong, and nor have we.
    const brokenOff = request.raw.destroyed && !request.raw.complete;
    request.log[brokenOff ? 'info' : 'error']({ err: error }, brokenOff ? 'broken off' : 'unexpected error');
    if (isContended(error)) {
      const busy = new Problem('unavailable', 'too-many-changes', 'error.tooManyChanges').retryAfter(1);
      return sendProblem(request, reply, busy, productName);
    }
    if (isDatabaseUnavailable(error) || error.code === 'FST_ERR_HANDLER_TIMEOUT') {
      const away = new Problem('unavailable', 'unavailable', 'error.unavailable').retryAfter(5);
      return sendProblem(request, reply, away, productName);
    }
    return sendProblem(request, reply, undefined, productName);
  });
}

/** Answers what no call does. A route of its own, because the pages' catch-all would have it. */
export function handleUnknownRoutes(app: FastifyInstance): void {
  app.all('/*', { config: { access: 'anyone' }, schema: { hide: true } }, () => {
    throw new Problem('missing', 'no-such-call', 'error.noSuchCall');
  });
}

/** Answers what never reaches a route, or the headers that routes get: an address that is no address. */
export function rejectMalformedUrl(request: FastifyRequest, reply: FastifyReply, productName: string): void {
  reply.headers({ ...BARE_HEADERS, 'x-request-id': request.id });
  sendProblem(request, reply, new Problem('invalid', 'bad-request', 'error.badRequest'), productName);
}

/** The headers of an answer that is no page and holds nothing. */
export const BARE_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/** What an error refuses; undefined for a defect. */
export function toProblem(error: FastifyError): Problem | undefined {
  if (error instanceof Problem) return error;
  // Without a context it is our own data that does not fit, which is a defect.
  if (error instanceof z.ZodError && error.validationContext) {
    const errors = error.issues.map((issue) => ({ field: issue.path.join('.'), message: issue.message }));
    // An address with an id that cannot exist names nothing.
    if (error.validationContext === 'params' && errors.some((issue) => issue.message === 'error.id'))
      return new Problem('missing', 'not-found', 'error.notFound');
    return new Problem('invalid', 'invalid-input', errors[0]?.message ?? 'error.invalid', errors);
  }
  // Only Fastify's own refusals say what the client did; a library's `statusCode` is about something else.
  if (!error.code?.startsWith('FST_')) return undefined;
  if (error.statusCode === 413) return new Problem('tooLarge', 'too-large', 'error.tooLarge');
  if (error.statusCode === 415) return new Problem('unsupported', 'unsupported-media-type', 'error.mediaType');
  if (error.statusCode === 429) return new Problem('tooMany', 'too-many-requests', 'error.tooMany');
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500)
    return new Problem('invalid', 'bad-request', 'error.badRequest');
  return undefined;
}

function sendProblem(request: FastifyRequest, reply: FastifyReply, problem: Problem | undefined, productName: string) {
  const language = languageOf(request);
  const say = (message: string) => translateIn(language, message, productName);
  const status = problem?.status ?? 500;
  const message = say(problem?.message ?? 'error.unexpected');
  const body: ProblemReply = {
    type: `urn:dolna:problem:${problem?.code ?? 'unexpected'}`,
    title: problem?.code ?? 'unexpected',
    status,
    detail: message,
    message,
    instance: request.id,
    ...(problem?.unacknowledged ? { acknowledged: false } : {}),
    ...(problem && problem.errors.length > 0
      ? { errors: problem.errors.map((one) => ({ field: one.field, message: say(one.message) })) }
      : {}),
  };
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  if (problem?.retryAfterSeconds) reply.header('retry-after', problem.retryAfterSeconds);
  return reply
    .code(status)
    .type('application/problem+json; charset=utf-8')
    .serializer((value: unknown) => JSON.stringify(value))
    .send(body);
}
