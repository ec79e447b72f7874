import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cacheFor } from '#platform/database/ttl-cache.ts';
import { allowScripts } from '#platform/http/http-server.ts';
import { languageOf, readCookie } from '#platform/http/language.ts';
import { encodingFor } from './content-encoding.ts';
import { bytesOf } from './html-response.ts';

/** How old may be what is the same to everybody, in milliseconds: to a person that is now. */
export const AGE = 500;
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_LGWIN]: 17 } };

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

interface KeptPage {
  br: Buffer;
  gzip: Buffer;
  identity: Buffer;
  /** Weak: it is one for all encodings (RFC 9110, 8.8.3.3). */
  etag: string;
  /** Its inline scripts as a policy names them (CSP 3, 2.3.1). A nonce is for one answer; these are for all. */
  scripts: string;
}

/**
 * Keeps the page that a visitor sees first, for each language and look, so that a crowd costs two renderings a second. Says
 * whether it has answered: not another request, and not with what is no page to keep.
 */
export function createPageCache() {
  const keep = cacheFor<KeptPage | undefined>(AGE);
  return async (request: FastifyRequest, reply: FastifyReply, render: () => Promise<Response>) => {
    const key = keyOf(request);
    const page = key === undefined ? undefined : await keep(key, () => render().then(keepable));
    if (page) send(page, request, reply);
    return page !== undefined;
  };
}

/** Which page answers a request; none for somebody who may be signed in, or who asks for anything but home, whole. */
function keyOf(request: FastifyRequest): string | undefined {
  if (request.method !== 'GET' || request.raw.url !== '/' || request.headers.cookie?.includes('session_token'))
    return undefined;
  const theme = readCookie(request, 'theme');
  return `${languageOf(request)} ${theme === 'light' || theme === 'dark' ? theme : 'system'}`;
}

async function keepable(response: Response): Promise<KeptPage | undefined> {
  if (response.status !== 200 || response.headers.has('set-cookie')) return undefined;
  const html = String(await bytesOf(response)).replaceAll(/ nonce="[^"]*"/g, '');
  const identity = Buffer.from(html);
  const [br, gzip] = await Promise.all([brotli(identity, QUALITY), zip(identity)]);
  const inline = [...html.matchAll(/<script(?![^>]* src=)[^>]*>([\s\S]*?)<\/script>/g)];
  const scripts = inline.map(([, script = '']) => `'sha256-${digest(script)}'`).join(' ');
  return { br, gzip, identity, etag: `W/"${digest(html)}"`, scripts };
}

const digest = (text: string) => createHash('sha256').update(text).digest('base64');

function send(page: KeptPage, request: FastifyRequest, reply: FastifyReply): void {
  const encoding = encodingFor(request.headers['accept-encoding'], ['br', 'gzip']);
  allowScripts(reply, page.scripts);
  reply.header('vary', 'accept-encoding, cookie, accept-language').header('etag', page.etag);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  const had = request.headers['if-none-match']?.split(',').map((etag) => etag.trim());
  if (had?.includes(page.etag)) reply.code(304).send();
  else reply.type('text/html; charset=utf-8').send(page[encoding]);
}
