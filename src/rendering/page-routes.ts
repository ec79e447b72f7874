import { randomBytes } from 'node:crypto';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createRequestHandler, type RequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';
import { isLanguage, type Language } from '#i18n/messages.ts';
import { countTodo } from '#modules/account/server/todo.store.ts';
import { findDeviceCookie } from '#modules/identity/server/known-origins.ts';
import { countTasks } from '#modules/overview/server/store.ts';
import type { Transport } from '#platform/contract/call-client.ts';
import { type CurrentUser, type RootData, VERIFY_DISMISSED_COOKIE } from '#platform/contract/page.ts';
import { readCookie } from '#platform/contract/request-cookie.ts';
import { OFFLINE_PATH } from '#platform/contract/saved-pages.ts';
import { succeeds } from '#platform/contract/succeeds.ts';
import { hasRecentWrite, OWN_WRITE_HEADERS, ownWriteHeaders } from '#platform/database/read-replica.ts';
import { assertSameOrigin, type Session, toCurrentUser } from '#platform/http/access.ts';
import { toProblem } from '#platform/http/error-handler.ts';
import { allowInline } from '#platform/http/http-server.ts';
import { inProcessTransport } from '#platform/http/in-process-transport.ts';
import { languageOf, themeOf, translateIn } from '#platform/http/language.ts';
import { requestOrigin } from '#platform/http/origins.ts';
import { acceptBytes, toWebRequest } from '#platform/http/web-request.ts';
import { PUBLIC_PAGES } from '#site/pages/public-pages.ts';
import { sendCompressed } from './content-encoding.ts';
import { readBody } from './html-response.ts';
import { inlineStyles } from './inline-styles.ts';
import { createPageCache } from './page-cache.ts';
import { savePendingWish } from './pending-wish.ts';

/** The exports of entry.server.tsx for the hosting server. */
type PageEntry = typeof import('./page-entry.ts');

type StoreData = Omit<RootData, 'user' | 'todo' | 'isUserUnknown' | 'isShared' | 'language' | 'theme' | 'requestId'>;

/** Public pages with one document for all visitors, and one for each set of roles. The contact page has the user's values. */
const CACHED_PATHS = PUBLIC_PAGES.filter((path) => path !== '/contact');

/** Serves every path that no other route matches as a page, rendered with its data. */
export function servePages(app: FastifyInstance, loadBuild: () => Promise<ServerBuild>, rootData: StoreData): void {
  acceptBytes(app);
  const sendCached = process.env.NODE_ENV === 'development' ? undefined : createPageCache(CACHED_PATHS);
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const problem = toProblem(error);
    if (!problem) request.log.error({ err: error }, 'page failed');
    const language = languageOf(request);
    const translate = (key: string) => translateIn(language, key, rootData.productName[language]);
    const [title, text] = problem ? ['error.badRequest', problem.message] : ['common.dropped', 'error.unexpected'];
    return reply
      .code(problem?.status ?? 500)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(
        `<!doctype html><html lang="${language}"><meta charset="utf-8"><title>${translate(title)}</title>` +
          `<h1>${translate(title)}</h1><p>${translate(text)}</p><p>${request.id}</p></html>`,
      );
  });
  const handlerOf = createHandlers();
  app.all('/*', async (request, reply) => {
    if (request.method === 'POST') assertSameOrigin(request);
    // A page may override it.
    reply.header('cache-control', 'private, no-cache');
    const page = await pageRequestOf(request);
    if (!page)
      return reply
        .code(request.method === 'POST' ? 415 : 405)
        .header('allow', 'GET, HEAD, POST')
        .send();
    const urlLanguage = findUrlLanguage(request);
    if (urlLanguage && urlLanguage !== readCookie(request, 'lang')) setLanguageCookie(reply, urlLanguage);
    const build = await loadBuild();
    // The offline page is saved for any visitor, so it does not depend on the session.
    const pageSession = request.raw.url?.startsWith(OFFLINE_PATH) ? undefined : await pageSessionOf(app, request);
    // The document has the user's name and e-mail address, if only as data: no cache may store it (RFC 9111, 5.2.2.5).
    if (pageSession) reply.header('cache-control', 'private, no-store');
    const user = pageSession ? toCurrentUser(pageSession.session) : null;
    const notice = pageSession && (await savePendingWish(request, reply, pageSession.session, rootData.productName));
    const language = urlLanguage ?? languageOf(request);
    reply.header('content-language', language);
    const loadTodo = () => todoOf(app, request, pageSession);
    const render = async (shown: Pick<RootData, 'user' | 'isShared' | 'requestId'>) => {
      const shownData = { ...rootData, ...shown, todo: null, isUserUnknown: pageSession === undefined, language };
      const context = contextFor({ app, request, reply, build, pageSession, rootData: shownData, loadTodo, notice });
      const response = await handlerOf(build)(page, context);
      const nonce = context.get((build.entry.module as unknown as PageEntry).contexts.nonceContext);
      // The browser of a signed-in user has the styles in its cache.
      return nonce && pageSession === null ? inlineStyles(response, nonce) : response;
    };
    // Without an id of one request, an unchanged page keeps its ETag.
    const renderShared = (shown: CurrentUser | null) =>
      render({ user: shown, isShared: shown !== null, requestId: '' });
    try {
      // The cached page may be older than the user's last change.
      if (!notice && !hasRecentWrite(request) && (await sendCached?.(request, reply, { user, loadTodo }, renderShared)))
        return reply;
      return await sendPage(request, reply, await render({ user, isShared: false, requestId: request.id }));
    } finally {
      pageSession?.end();
    }
  });
}

/** Returns the handler of a build, made once for each. In development each page may come from a new build. */
function createHandlers(): (build: ServerBuild) => RequestHandler {
  const handlers = new WeakMap<ServerBuild, RequestHandler>();
  return (build) => {
    const handler = handlers.get(build) ?? createRequestHandler(build, process.env.NODE_ENV);
    handlers.set(build, handler);
    return handler;
  };
}

/** Returns the request for a page: a read, or a form submission. Returns undefined for anything else. */
async function pageRequestOf(request: FastifyRequest): Promise<Request | undefined> {
  if (request.method === 'GET' || request.method === 'HEAD') return toWebRequest(request);
  if (request.method !== 'POST') return undefined;
  const webRequest = toWebRequest(request);
  return (await succeeds(webRequest.clone().formData())) ? webRequest : undefined;
}

/** Returns the language in the page's URL (`?lang=bn`), which a shared link carries. */
function findUrlLanguage(request: FastifyRequest): Language | undefined {
  const { lang } = request.query as { lang?: unknown };
  // A page on screen keeps its language when it requests data.
  const isData = /\.data($|\?)/.test(request.url);
  return request.method !== 'POST' && !isData && isLanguage(lang) ? lang : undefined;
}

const LANGUAGE_COOKIE_S = 365 * 24 * 60 * 60;

function setLanguageCookie(reply: FastifyReply, language: Language): void {
  reply.header('set-cookie', `lang=${language}; Path=/; Max-Age=${LANGUAGE_COOKIE_S}; SameSite=Lax`);
}

/** A signed-in user's session, and the header by which the page makes the user's calls in process. */
interface PageSession {
  session: Session;
  authorization: string;
  end(): void;
}

/**
 * Returns null for visitors, and undefined when the session cannot be read: public pages are shown without the
 * database.
 */
async function pageSessionOf(app: FastifyInstance, request: FastifyRequest): Promise<PageSession | null | undefined> {
  try {
    const session = await app.identify.byCookie(request);
    const use = request.method === 'POST' ? 'write' : 'read';
    return session && { session, ...app.identify.issueCredential(session, use) };
  } catch (error) {
    request.log.error({ err: error }, 'session');
    return undefined;
  }
}

/** Returns the counts of a person's open tasks; null for a visitor, and while they cannot be counted. */
async function todoOf(app: FastifyInstance, request: FastifyRequest, pageSession: PageSession | null | undefined) {
  const { person } = pageSession?.session ?? {};
  try {
    if (!person?.roles.length) return null;
    const count = person.roles.includes('admin') ? countTasks(app.database) : countTodo(app.database, person.id);
    const todo = await count;
    return { ...todo, all: Object.values(todo).reduce((sum, waiting) => sum + waiting, 0) };
  } catch (error) {
    request.log.error({ err: error }, 'todo');
    return null;
  }
}

interface PageRequest {
  app: FastifyInstance;
  request: FastifyRequest;
  reply: FastifyReply;
  build: ServerBuild;
  pageSession: PageSession | null | undefined;
  rootData: Omit<RootData, 'theme'>;
  loadTodo(): Promise<RootData['todo']>;
  /** The result of a change that came before the page. */
  notice: RootData['notice'];
}

function contextFor({
  app,
  request,
  reply,
  build,
  pageSession,
  rootData,
  loadTodo,
  notice,
}: PageRequest): RouterContextProvider {
  const { contexts, createClient } = build.entry.module as unknown as PageEntry;
  const context = new RouterContextProvider();
  // Vite's own scripts and styles have no nonce, so development has no policy.
  if (process.env.NODE_ENV !== 'development') {
    const nonce = randomBytes(16).toString('hex');
    const own = [`'nonce-${nonce}'`];
    allowInline(reply, { script: own, style: pageSession === null ? own : [] });
    context.set(contexts.nonceContext, nonce);
  }
  context.set(contexts.logErrorContext, (error) => request.log.error({ err: error }, 'page failed'));
  const isForm = request.method === 'POST';
  if (notice) context.set(contexts.noticeContext, notice);
  // After a change the page is read from the primary.
  const headers = {
    'accept-language': rootData.language,
    ...(isForm || notice ? OWN_WRITE_HEADERS : ownWriteHeaders(request)),
  };
  const onSetCookie = (cookie: string) => void reply.header('set-cookie', cookie);
  const origin = { address: request.ip, onSetCookie };
  context.set(contexts.apiContext, createClient(inProcessTransport(app, headers, origin)));
  // A shared document gets it after it is rendered.
  if (!rootData.isShared) context.set(contexts.todoContext, loadTodo);
  // A shared document must not contain a user's data.
  if (pageSession && !rootData.isShared) {
    // Password guesses are counted per browser too.
    const device = isForm && findDeviceCookie(request);
    const cookie = device ? { cookie: `${OWN_WRITE_HEADERS.cookie}; ${device}` } : {};
    const userHeaders = { ...headers, ...cookie, authorization: pageSession.authorization };
    context.set(contexts.ownApiContext, createClient(inProcessTransport(app, userHeaders, origin)));
  }
  if (isForm) context.set(contexts.browserContext, browserTransport(app, request, onSetCookie));
  context.set(contexts.rootDataContext, {
    ...rootData,
    theme: themeOf(request),
    verifyDismissed: !rootData.isShared && readCookie(request, VERIFY_DISMISSED_COOKIE) !== undefined,
  });
  return context;
}

/**
 * Returns a transport that calls the API as the browser of a form does: with its cookies, and with those that answers
 * set.
 */
function browserTransport(
  app: FastifyInstance,
  request: FastifyRequest,
  onSetCookie: (cookie: string) => void,
): Transport {
  const { host = '', cookie = '', 'user-agent': userAgent = '', 'accept-language': language = '' } = request.headers;
  const { origin } = requestOrigin(request);
  const headers = { host, origin, cookie, 'user-agent': userAgent, 'accept-language': language };
  return inProcessTransport(app, headers, {
    address: request.ip,
    onSetCookie(line) {
      const [pair = ''] = line.split(';', 1);
      const name = pair.slice(0, pair.indexOf('=') + 1);
      const others = headers.cookie.split('; ').filter((other) => other && !other.startsWith(name));
      headers.cookie = [...others, pair].join('; ');
      onSetCookie(line);
    },
  });
}

/** Sends a page's response whole; anything else, such as a redirect, as it is. */
async function sendPage(request: FastifyRequest, reply: FastifyReply, response: Response) {
  const type = response.headers.get('content-type') ?? '';
  reply.header('vary', 'accept-encoding, cookie, accept-language');
  const body = /^(text\/(html|x-script|x-turbo)|application\/json)/.test(type) && (await readBody(response));
  if (!body) return reply.send(response);
  reply.code(response.status);
  for (const [name, value] of response.headers) reply.header(name, value);
  return sendCompressed(request, reply, body);
}
