import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CurrentUser } from '#platform/contract/page.ts';
import { cacheFor } from '#platform/database/ttl-cache.ts';
import { allowInline, type InlineSources } from '#platform/http/http-server.ts';
import { languageOf, themeOf } from '#platform/http/language.ts';
import { SHARED_USER_ID, type SharedUser } from '#platform/web/shared-user.ts';
import { hasHearts } from '#site/products/may-save.ts';
import { brotli, encodingFor, sendCompressed } from './content-encoding.ts';
import { readBody } from './html-response.ts';

/** Maximum delay of a change on a cached page. */
const PAGE_TTL_MS = 500;
/** For a response to many visitors, so more effort than for one user. */
const COMPRESS = { br: brotli(6), gzip: promisify(gzip) };

interface CachedPage {
  html: Buffer;
  /** Compressed when a visitor first asks for the encoding. */
  compressed: { br?: Promise<Buffer>; gzip?: Promise<Buffer> };
  /** Weak, as all encodings share it (RFC 9110, 8.8.3.3). */
  etag: string;
  /** By hash (CSP 3, 2.3.1): a nonce serves one response only. */
  inline: InlineSources;
}

/** The user of a cached page: signed in, without personal data. */
const SHARED_USER: Omit<CurrentUser, 'roles'> = {
  id: '',
  accountId: '',
  name: '',
  email: '',
  verified: false,
  emailVerified: true,
  phone: '',
  pickup: '',
};
/** Where React writes the empty element of root.tsx; the user's data is put behind it. */
const USER_ELEMENT = Buffer.from(`id="${SHARED_USER_ID}">`);

/** The part of a page that is not cached. */
interface OwnPart extends Pick<SharedUser, 'user'> {
  loadTodo(): Promise<SharedUser['todo']>;
}

export type RenderShared = (user: CurrentUser | null) => Promise<Response>;

/**
 * Caches the documents of some paths by language, theme and roles. The returned function sends a cached page and
 * resolves to true. It resolves to false when the page cannot be shared. Personal data is not in the cache: it is put
 * into each response.
 */
export function createPageCache(paths: readonly string[]) {
  const cached = cacheFor<CachedPage | undefined>(PAGE_TTL_MS);
  return async (request: FastifyRequest, reply: FastifyReply, own: OwnPart, render: RenderShared) => {
    const { user } = own;
    const key = cacheKey(request, paths, user);
    const shared = user && { ...SHARED_USER, roles: user.roles };
    const page = key === undefined ? undefined : await cached(key, () => render(shared).then(toCachedPage));
    // An own product has no heart, but has one on the shared page. The page has the id of each product's seller.
    if (!page || (user && hasHearts(user) && page.html.includes(user.id))) return false;
    allowInline(reply, page.inline);
    reply.header('vary', 'accept-encoding, cookie, accept-language').type('text/html; charset=utf-8');
    if (user) await sendCompressed(request, reply, withUser(page.html, { user, todo: await own.loadTodo() }));
    else await sendToVisitor(page, request, reply);
    return true;
  };
}

/**
 * A request with a query has no key. Nor has one with a session cookie but no user, as the session may be unknown for
 * the moment.
 */
function cacheKey(request: FastifyRequest, paths: readonly string[], user: CurrentUser | null): string | undefined {
  const path = request.raw.url ?? '';
  if (request.method !== 'GET' || !paths.includes(path)) return undefined;
  if (!user && request.headers.cookie?.includes('session_token')) return undefined;
  return `${path} ${languageOf(request)} ${themeOf(request)} ${user ? `user ${user.roles.join()}` : 'visitor'}`;
}

// Neither a file nor a JSON block needs a hash.
const INLINE_ELEMENTS = /<(script|style)(?![^>]* (?:src=|type="application\/json"))([^>]*)>([\s\S]*?)<\/\1>/g;

async function toCachedPage(response: Response): Promise<CachedPage | undefined> {
  if (response.status !== 200 || response.headers.has('set-cookie')) return undefined;
  const rendered = String(await readBody(response));
  // The theme's script comes before all content. A script without its nonce is not ours and gets no hash.
  const [, nonce = ''] = /<script[^>]* nonce="(\w+)"/.exec(rendered) ?? [];
  const html = rendered.replaceAll(` nonce="${nonce}"`, '');
  const inline: InlineSources = { script: [], style: [] };
  for (const [, kind, attributes = '', text = ''] of rendered.matchAll(INLINE_ELEMENTS))
    if (nonce && attributes.includes(` nonce="${nonce}"`))
      inline[kind as 'script' | 'style'].push(`'sha256-${digest(text)}'`);
  return { html: Buffer.from(html), compressed: {}, etag: `W/"${digest(html)}"`, inline };
}

const digest = (text: string) => createHash('sha256').update(text).digest('base64');

/** @throws Error when the page has no element for the user's data. */
function withUser(html: Buffer, own: SharedUser): Buffer {
  const index = html.indexOf(USER_ELEMENT);
  if (index === -1) throw new Error('The cached page has no element for its user');
  const end = index + USER_ELEMENT.length;
  const json = JSON.stringify(own).replaceAll('<', '\\u003c');
  return Buffer.concat([html.subarray(0, end), Buffer.from(json), html.subarray(end)]);
}

async function sendToVisitor({ html, compressed, etag }: CachedPage, request: FastifyRequest, reply: FastifyReply) {
  const knownEtags = request.headers['if-none-match']?.split(',').map((one) => one.trim());
  reply.header('etag', etag);
  if (knownEtags?.includes(etag)) return reply.code(304).removeHeader('content-type').send();
  const encoding = encodingFor(request.headers['accept-encoding'], ['br', 'gzip']);
  if (encoding === 'identity') return reply.send(html);
  compressed[encoding] ??= COMPRESS[encoding](html);
  return reply.header('content-encoding', encoding).send(await compressed[encoding]);
}
