import type { FastifyInstance } from 'fastify';

const FORM_MAX_BYTES = 32 * 1024;

/** Lets a scope take forms, as browsers and providers post them. The last of equal fields counts. */
export function acceptForms(scope: FastifyInstance): void {
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: FORM_MAX_BYTES },
    (_request, text, done) => done(null, Object.fromEntries(new URLSearchParams(String(text)))),
  );
}
