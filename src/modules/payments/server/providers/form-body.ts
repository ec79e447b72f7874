import type { FastifyInstance } from 'fastify';

const FORM_MAX_BYTES = 32 * 1024;

/** Parses form bodies in a scope. Of several fields with one name the last wins. */
export function acceptForms(scope: FastifyInstance): void {
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: FORM_MAX_BYTES },
    (_request, text, done) => done(null, Object.fromEntries(new URLSearchParams(String(text)))),
  );
}
