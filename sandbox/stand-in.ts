import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Language } from './sandbox-page.ts';

/** The fields of a form, an address or a JSON body. */
export type Fields = Record<string, string>;

export interface StandInOptions {
  /** The SQLite file of the records, or `:memory:`. One process at a time. */
  file: string;
  /** The path under which browsers find the pages, on the origin of the store. */
  path: string;
  languageOf(request: FastifyRequest): Language;
  now?: () => number;
}

/** Whether two texts are equal, compared in constant time. */
export function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Prepares a plugin of a stand-in: bodies stay text, and no log has its URLs, which contain secrets. */
export function prepareStandIn(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  app.addHook('onRoute', (route) => {
    route.logLevel = 'silent';
    route.schema = { ...route.schema, hide: true } as typeof route.schema;
  });
}

/** Returns the fields of a posted form, or of the address. */
export function fieldsOf(request: FastifyRequest): Fields {
  const query = request.url.split('?')[1] ?? '';
  return Object.fromEntries(new URLSearchParams(request.method === 'POST' ? String(request.body ?? '') : query));
}
