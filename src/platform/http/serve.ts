import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Access, Call, CallSpec, Checked, Page, Reply, UploadSpec } from '#platform/contract/call.ts';
import { problemReply } from '#platform/contract/problem.ts';
import { takeUploads, UPLOAD_TIME, type Upload, uploadSchema, withUpload } from '#platform/files/upload-route.ts';
import { type Caller, checkAccess, type Session } from './access.ts';
import { claimKey, isRepeat, type Once, onceFor } from './idempotency.ts';

/** How long a file may take that is made while it is sent, in milliseconds: it may be large, and the line slow. */
const STREAM_TIME = 60 * 60 * 1000;

type Who<A extends Access> = A extends 'anyone'
  ? { caller: Caller | null }
  : A extends 'session' | 'cookie'
    ? { session: Session }
    : A extends 'provider'
      ? unknown
      : { caller: Caller };

/** What a handler gets: the checked input, and who asks as far as the call's access promises it. */
export type Incoming<S extends CallSpec> = Checked<S> &
  Who<S['access']> &
  Sent<S> & { request: FastifyRequest; once: Once };
/** What is known before an upload comes in: who asks, and whether the same was answered before. */
export type Asking<S extends CallSpec> = Who<S['access']> & { isRepeat: boolean };
type Sent<S> = S extends { upload: UploadSpec } ? { upload: Upload } : unknown;

/**
 * Serves a call: checks who asks, then what they send, runs the handler, and lets out only what the reply's schema
 * names. A file comes in when `admit`, which learns who asks, lets it; what that gives is called in the end. A POST that carries an Idempotency-Key gets `once` to run its write with. The page after a paged list's is told in a Link header (RFC 8288).
 */
export function serve<S extends CallSpec>(
  app: FastifyInstance,
  call: Call<S>,
  handler: (incoming: Incoming<S>) => Promise<Reply<S>>,
  admit?: (asking: Asking<S>) => Promise<() => void>,
): void {
  if (call.spec.upload)
    // Forms with files are for this call alone: every other one refuses them.
    app.register(async (scope) => {
      await takeUploads(scope);
      route(scope, call, handler, admit);
    });
  else route(app, call, handler);
}

function route<S extends CallSpec>(
  app: FastifyInstance,
  call: Call<S>,
  handler: (incoming: Incoming<S>) => Promise<Reply<S>>,
  admit?: (asking: Asking<S>) => Promise<() => void>,
): void {
  const { spec } = call;
  app.route({
    method: call.method,
    url: call.path.replace(/\{(\w+)\}/g, ':$1'),
    config: { access: spec.access, ...(spec.streamed && { databaseDeadline: 'none' as const }) },
    schema: {
      summary: spec.summary,
      tags: [call.path.split('/')[1] ?? ''],
      ...(spec.params ? { params: spec.params } : {}),
      ...(spec.query ? { querystring: spec.query } : {}),
      ...(spec.body ? { body: spec.body } : {}),
      ...(spec.upload ? uploadSchema(spec.upload) : {}),
      ...(spec.access === 'anyone' || spec.access === 'provider' ? {} : { security: [{ accessToken: [] }] }),
      ...(spec.streamed ? { produces: [spec.streamed] } : {}),
      response: { 200: spec.reply, '4xx': problemReply },
    },
    // The form is read, and refused, while it comes.
    ...(spec.upload ? { validatorCompiler: () => () => true, handlerTimeout: UPLOAD_TIME } : {}),
    // A line on which nothing moves is cut much sooner.
    ...(spec.streamed ? { handlerTimeout: STREAM_TIME } : {}),
    onRequest: async (request) => {
      request.session = await checkAccess(app.identify, spec.access, request);
    },
    handler: async (request, reply) => {
      const answer = spec.upload
        ? await withUpload(
            request,
            spec.upload,
            () => admitted(request),
            (upload) => run(request, upload),
          )
        : await run(request);
      if (spec.file) reply.header('content-disposition', `attachment; filename="${nameOf(spec.file, request)}"`);
      if (spec.streamed) return sendPieces(reply, spec.streamed, answer as AsyncIterable<string>);
      if (!spec.paged) return answer;
      const page = answer as Page<unknown>;
      if (page.next) reply.header('link', `<${nextAddress(request.url, page.next)}>; rel="next"`);
      return page.items;
    },
  });

  async function admitted(request: FastifyRequest): Promise<() => void> {
    if (!admit) return () => undefined;
    const { session } = request;
    const repeats = session ? await isRepeat(app.database, session.accountId, request) : false;
    return admit({ caller: session?.person ?? null, isRepeat: repeats } as unknown as Asking<S>);
  }

  async function run(request: FastifyRequest, upload?: Upload) {
    const { params, query, body, session } = request;
    const claim =
      call.method === 'POST' && session ? await claimKey(app.database, session.accountId, request) : undefined;
    const once = onceFor(claim);
    const incoming = { params, query, body, upload, session, caller: session?.person ?? null, request, once };
    return handler(incoming as unknown as Incoming<S>);
  }
}

function nameOf(file: string, { params }: FastifyRequest): string {
  return file.replace(/\{(\w+)\}/g, (_, name: string) => (params as Record<string, string>)[name] ?? '');
}

/** A piece is made when the one before is on its way. If one fails, the connection is cut: the file is seen to be short. */
function sendPieces(reply: FastifyReply, type: string, pieces: AsyncIterable<string>) {
  return reply.type(`${type}; charset=utf-8`).send(Readable.from(pieces, { objectMode: false }));
}

/** Of the address that was asked for; it was matched, so only its query may hold what a header must not. */
function nextAddress(url: string, cursor: string): string {
  const [path = ''] = url.split('?', 1);
  const query = new URLSearchParams(url.slice(path.length + 1));
  query.set('cursor', cursor);
  return `${path}?${query}`;
}
