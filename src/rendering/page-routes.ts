import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompressSync } from 'node:zlib';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createRequestHandler, type RequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';
import { isLanguage, type Language } from '#i18n/messages.ts';
import type { PageFrame, Theme } from '#platform/contract/page.ts';
import { carryMark, hasChanged } from '#platform/database/read-replica.ts';
import { cacheFor } from '#platform/database/ttl-cache.ts';
import type { Session } from '#platform/http/access.ts';
import { toProblem } from '#platform/http/error-handler.ts';
import { allowScripts } from '#platform/http/http-server.ts';
import { inProcessTransport } from '#platform/http/in-process-transport.ts';
import { languageOf, readCookie, translateIn } from '#platform/http/language.ts';
import { toVisitor } from '#platform/http/visitor.ts';
import { takeBytes, toWebRequest } from '#platform/http/web-request.ts';
import type { Load } from '#platform/web/api-context.ts';
import { encodingFor } from './content-encoding.ts';
import { bytesOf } from './html-response.ts';
import { AGE, createPageCache } from './page-cache.ts';

/** What entry.server.tsx exports for the server that hosts it. */
type PageEntry = typeof import('../entry.server.tsx');

type Frame = Omit<PageFrame, 'user' | 'language' | 'theme' | 'requestId'>;

/** Serves every path that nothing else answers as a page, rendered with its data. */
export function servePages(app: FastifyInstance, loadBuild: () => Promise<ServerBuild>, frame: Frame): void {
  takeBytes(app);
  // While pages are being written, each look is a new one.
  const answerKept = process.env.NODE_ENV === 'development' ? undefined : createPageCache();
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const refused = toProblem(error);
    if (!refused) request.log.error({ err: error }, 'page');
    const language = languageOf(request);
    const say = (key: string) => translateIn(language, key, frame.productName[language]);
    const [title, text] = refused ? ['error.badRequest', refused.message] : ['common.dropped', 'error.unexpected'];
    return reply
      .code(refused?.status ?? 500)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(
        `<!doctype html><html lang="${language}"><meta charset="utf-8"><title>${say(title)}</title>` +
          `<h1>${say(title)}</h1><p>${say(text)}</p><p>${request.id}</p></html>`,
      );
  });
  const handlerOf = createHandlers();
  const keep = cacheFor<unknown>(AGE) as Load;
  app.all('/*', async (request, reply) => {
    // Unless a page says otherwise.
    reply.header('cache-control', 'private, no-cache');
    const asked = await acceptable(request);
    if (!asked)
      return reply
        .code(request.method === 'POST' ? 415 : 405)
        .header('allow', 'GET, HEAD, POST')
        .send();
    const named = namedLanguage(request);
    if (named && named !== readCookie(request, 'lang')) keepLanguage(reply, named);
    const render = async () => {
      const build = await loadBuild();
      const language = named ?? languageOf(request);
      const visit = await visitOf(app, request);
      // Every page carries its visitor's name and e-mail address, if only as data. No cache may keep it (RFC 9111, 5.2.2.5).
      if (visit) reply.header('cache-control', 'private, no-store');
      try {
        const load = mayWait(request, visit) ? keep : undefined;
        const context = contextFor({ app, request, reply, build, visit, load, frame: { ...frame, language } });
        return await handlerOf(build)(asked, context);
      } finally {
        visit?.end();
      }
    };
    if (await answerKept?.(request, reply, render)) return reply;
    return sendPage(request, reply, await render());
  });
}

/** A build's routes are sorted once, and not for every page. In development each page may be of another build. */
function createHandlers(): (build: ServerBuild) => RequestHandler {
  const handlers = new WeakMap<ServerBuild, RequestHandler>();
  return (build) => {
    const handler = handlers.get(build) ?? createRequestHandler(build, process.env.NODE_ENV);
    handlers.set(build, handler);
    return handler;
  };
}

/** Pages are read, and forms are sent to them; anything else is refused before it reaches a page. */
async function acceptable(request: FastifyRequest): Promise<Request | undefined> {
  if (request.method === 'GET' || request.method === 'HEAD') return toWebRequest(request);
  if (request.method !== 'POST') return undefined;
  const asked = toWebRequest(request);
  const isForm = await asked
    .clone()
    .formData()
    .then(
      () => true,
      () => false,
    );
  return isForm ? asked : undefined;
}

/** The language that a page's address names (`?lang=bn`), so that it can be shared and is read so by everybody. */
function namedLanguage(request: FastifyRequest): Language | undefined {
  const { lang } = request.query as { lang?: unknown };
  // A page that is shown already keeps its language: what it asks for is data.
  const isData = /\.data($|\?)/.test(request.url);
  return request.method !== 'POST' && !isData && isLanguage(lang) ? lang : undefined;
}

/** The pages after this one speak the same language. */
function keepLanguage(reply: FastifyReply, language: Language): void {
  const year = 365 * 24 * 60 * 60;
  reply.header('set-cookie', `lang=${language}; Path=/; Max-Age=${year}; SameSite=Lax`);
}

/** Who looks at the page, and the header by which it reads what is theirs. */
interface Visit {
  session: Session;
  authorization: string;
  end(): void;
}

/** Who cannot be told who they are is a visitor: the public pages stay open while the database is away. */
async function visitOf(app: FastifyInstance, request: FastifyRequest): Promise<Visit | null> {
  try {
    const session = await app.identify.byCookie(request);
    return session && { session, ...app.identify.lend(session) };
  } catch (error) {
    request.log.error({ err: error }, 'session');
    return null;
  }
}

/**
 * Whether somebody may be shown what is half a second old. Not who sells or keeps order: what they change stands on public
 * pages, and they must see it at once. Only where there is a replica do others who change something carry a mark.
 */
function mayWait(request: FastifyRequest, visit: Visit | null): boolean {
  const role = visit?.session.person?.role ?? 'buyer';
  return role === 'buyer' && request.method !== 'POST' && !hasChanged(request);
}

interface Asked {
  app: FastifyInstance;
  request: FastifyRequest;
  reply: FastifyReply;
  build: ServerBuild;
  visit: Visit | null;
  /** For what is the same to everybody; none for who must see it as it is now. */
  load: Load | undefined;
  frame: Frame & { language: Language };
}

function contextFor({ app, request, reply, build, visit, load, frame }: Asked): RouterContextProvider {
  const { contexts, createClient } = build.entry.module as unknown as PageEntry;
  const theme = readCookie(request, 'theme');
  const context = new RouterContextProvider();
  // Vite's own scripts and styles know no nonce, so in development there is no policy and no nonce.
  if (process.env.NODE_ENV !== 'development') {
    const nonce = randomBytes(16).toString('hex');
    allowScripts(reply, `'nonce-${nonce}'`);
    context.set(contexts.nonceContext, nonce);
  }
  context.set(contexts.faultContext, (fault) => request.log.error({ err: fault }, 'page'));
  const headers = { 'accept-language': frame.language, ...carryMark(request) };
  context.set(contexts.apiContext, createClient(inProcessTransport(app, headers, request.ip)));
  if (load) context.set(contexts.publicContext, load);
  if (visit) {
    const asVisitor = { ...headers, authorization: visit.authorization };
    context.set(contexts.ownApiContext, createClient(inProcessTransport(app, asVisitor, request.ip)));
  }
  context.set(contexts.frameContext, {
    ...frame,
    requestId: request.id,
    theme: theme === 'light' || theme === 'dark' ? (theme satisfies Theme) : 'system',
    user: visit && toVisitor(visit.session),
  });
  return context;
}

const brotli = promisify(brotliCompress);
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_LGWIN]: 17 } };
// For a page that only one person gets. Zstandard (RFC 8878) writes as little as this step of brotli in a third of the time:
// 0.3 ms, less than it takes to let another thread do it.
const COMPRESS = {
  zstd: (page: Buffer) => zstdCompressSync(page, { pledgedSrcSize: page.length }),
  br: (page: Buffer) => brotli(page, BROTLI),
  gzip: promisify(gzip),
};

/** Sends a page whole, compressed once: as a stream compressing costs three times as much, and sending it more, too. */
async function sendPage(request: FastifyRequest, reply: FastifyReply, response: Response) {
  const type = response.headers.get('content-type') ?? '';
  reply.header('vary', 'accept-encoding, cookie, accept-language');
  const body = /^(text\/(html|x-script|x-turbo)|application\/json)/.test(type) && (await bytesOf(response));
  if (!body) return reply.send(response);
  reply.code(response.status);
  for (const [name, value] of response.headers) reply.header(name, value);
  const encoding = encodingFor(request.headers['accept-encoding'], ['zstd', 'br', 'gzip']);
  if (encoding === 'identity') return reply.send(body);
  const small = await COMPRESS[encoding](body);
  return reply.header('content-encoding', encoding).send(small);
}
