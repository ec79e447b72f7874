import { randomFillSync } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ResponseSerializationError } from '@fastify/type-provider-zod';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyServerOptions } from 'fastify';
import helmet from 'helmet';
import { z } from 'zod';
import { Problem } from '#platform/contract/problem.ts';
import { defaultIssueMessage } from '#platform/contract/validation-messages.ts';
import { enforceDatabaseDeadline } from '#platform/database/request-deadline.ts';
import type { CommonSettings } from '#platform/operations/settings.ts';
import { handleClientErrors, handleErrors, rejectMalformedUrl } from './error-handler.ts';
import { originsOf } from './origins.ts';
import { escapeMalformedPage } from './web-request.ts';

/** Creates the HTTP server with every wait and size bounded; some of Fastify's defaults have no bound. */
export function createServer(settings: CommonSettings, logger: FastifyServerOptions['logger']): FastifyInstance {
  const app = Fastify({
    ...(logger === undefined ? {} : { logger }),
    // Only the addresses that our own proxies added count; a visitor may have sent the others.
    trustProxy: settings.TRUST_PROXY > 0 && ((_address, hop) => hop < settings.TRUST_PROXY),
    bodyLimit: 256 * 1024,
    connectionTimeout: 10_000,
    // Shorter than the connection timeout, which would close the connection without an answer.
    handlerTimeout: 9000,
    // Long enough for a photo of ten megabytes over a slow connection.
    requestTimeout: 120_000,
    http: { headersTimeout: 15_000, connectionsCheckingInterval: 5000 },
    keepAliveTimeout: 72_000,
    genReqId: requestId,
    clientErrorHandler: handleClientErrors,
    rewriteUrl: ({ url = '/' }) => escapeMalformedPage(url),
    frameworkErrors: (_error, request, reply) => rejectMalformedUrl(request, reply, settings.PRODUCT_NAME),
    requestIdHeader: false,
    routerOptions: { maxParamLength: 300 },
    forceCloseConnections: 'idle',
  });
  app.setValidatorCompiler<z.ZodType>(({ schema }) => (data) => {
    const { error, data: value } = z.safeDecode(schema, data as never, { error: defaultIssueMessage });
    return error ? { error } : { value };
  });
  // Sends only the fields of the reply's schema. Replies have no codecs, and encoding would take a third longer than parsing.
  app.setSerializerCompiler<z.ZodType>(({ schema, method, url }) => (data) => {
    const { error, data: value } = z.safeParse(schema, data);
    if (error) throw new ResponseSerializationError(method, url, { cause: error });
    return JSON.stringify(value);
  });
  acceptJson(app);
  app.decorate('origins', originsOf(settings));
  app.decorateRequest('session', null);
  handleErrors(app, settings.PRODUCT_NAME);
  enforceDatabaseDeadline(app);
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  return app;
}

/**
 * Returns a function that waits until no request is in progress, or until the signal aborts. Fastify waits for requests at
 * the first address of `localhost` only.
 */
export function trackRequests(app: FastifyInstance): (signal: AbortSignal) => Promise<void> {
  const open = new Set<ServerResponse>();
  const ended = new EventEmitter();
  app.addHook('onRequest', (_request, { raw }, done) => {
    open.add(raw);
    const end = () => {
      if (open.delete(raw) && open.size === 0) ended.emit('all');
    };
    // A connection that breaks has no `finish`, and an injected request no `close`.
    raw.once('finish', end).once('close', end);
    done();
  });
  return async (signal) => {
    if (open.size > 0) await once(ended, 'all', { signal }).catch(() => undefined);
  };
}

/** Accepts JSON bodies only, or none: some clients set the content type of JSON on every call. */
function acceptJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('text/plain');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, undefined) : parse(request, String(body), done),
  );
}

/** Other origins that a page may use: the card provider's and the token sync's. */
export interface PageSources {
  scripts: string[];
  frames: string[];
  connects: string[];
}

/** Sets security headers on every answer, with a strict policy (CSP 3). A page allows its inline elements with `allowInline`. */
export function secureHeaders(app: FastifyInstance, sources: PageSources, https: boolean): void {
  const applyHelmet = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", ...sources.scripts],
        styleSrc: ["'self'"],
        // Scripts set sizes and positions through the style attribute. It cannot add a style sheet.
        styleSrcAttr: ["'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...sources.connects],
        frameSrc: ["'self'", ...sources.frames],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        manifestSrc: ["'self'"],
        workerSrc: ["'self'"],
        ...(https ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: https ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    // The same as `frame-ancestors`, for browsers without it.
    xFrameOptions: { action: 'deny' },
    crossOriginEmbedderPolicy: false,
    // The popup of "Continue with Google" notifies its opener at the end.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
  });
  // The headers are the same for every answer.
  const headers: Record<string, string> = {};
  const setHeader = (name: string, value: string) => Object.assign(headers, { [name.toLowerCase()]: value });
  applyHelmet({} as IncomingMessage, { setHeader, removeHeader() {} } as unknown as ServerResponse, () => undefined);
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}

/** CSP sources of inline elements, by kind: a nonce, or their hashes. */
export interface InlineSources {
  script: string[];
  style: string[];
}

/** Allows inline scripts and styles in the policy of an answer, instead of those allowed before. */
export function allowInline(reply: FastifyReply, sources: InlineSources): void {
  const policy = String(reply.getHeader('content-security-policy') ?? '');
  const own = policy.replaceAll(
    /(script|style)-src 'self'( '(nonce|sha256)-[^']*')*/g,
    (_all, kind: 'script' | 'style') => [`${kind}-src 'self'`, ...sources[kind]].join(' '),
  );
  reply.header('content-security-policy', own);
}

const HOST = /^([a-z\d_.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i;

/**
 * Refuses an invalid Host header, because URLs are made from it. HTTP/1.0 may omit it. Refuses two Host headers, because a
 * proxy could use the other one (RFC 9112, 3.2).
 */
export function rejectUnknownHosts(app: FastifyInstance): void {
  // Most requests name the same host.
  let lastValidHost = '';
  app.addHook('onRequest', ({ host, raw }, _reply, done) => {
    if (countHosts(raw.rawHeaders) > 1 || (host && host !== lastValidHost && !isHost(host)))
      return done(new Problem('invalid', 'bad-request', 'error.badRequest'));
    lastValidHost = host;
    done();
  });
}

const isHost = (host: string) => HOST.test(host) && URL.canParse(`http://${host}`);

/** Names and values alternate in raw headers. */
function countHosts(rawHeaders: readonly string[]): number {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts;
}

const ID_LETTERS = '23456789abcdefghjkmnpqrstuvwxyz';
const ID_CHARS = 12;

/** Random bytes for a thousand ids: a call of the random generator costs more than an id. */
const randomBytes = Buffer.alloc(ID_CHARS * 1000);
let usedBytes = randomBytes.length;

/** Returns a request id that people can read out: 12 letters and digits that do not look alike. */
function requestId(): string {
  if (usedBytes === randomBytes.length) {
    randomFillSync(randomBytes);
    usedBytes = 0;
  }
  let id = '';
  for (const end = usedBytes + ID_CHARS; usedBytes < end; usedBytes += 1)
    id += ID_LETTERS[(randomBytes[usedBytes] ?? 0) % ID_LETTERS.length];
  return id;
}
