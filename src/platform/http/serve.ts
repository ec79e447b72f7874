import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Access, Call, CallSpec, Checked, Page, Reply, UploadSpec } from '#platform/contract/call.ts';
import { problemReply } from '#platform/contract/problem.ts';
import {
  acceptUploads,
  UPLOAD_TIMEOUT_MS,
  type Upload,
  uploadSchema,
  withUpload,
} from '#platform/files/upload-route.ts';
import { type Caller, checkAccess, type Session } from './access.ts';
import { claimKey, isRepeat, type Once, onceFor, readKey } from './idempotency.ts';

/** How long a streamed file may take: it may be large, and the connection slow. */
const STREAM_TIMEOUT_MS = 60 * 60 * 1000;

type CallerOf<A extends Access> = A extends 'anyone'
  ? { caller: Caller | null }
  : A extends 'session' | 'cookie'
    ? { session: Session }
    : A extends 'provider'
      ? unknown
      : { caller: Caller };

/** The argument of a handler: the checked input, and the caller that the call's access guarantees. */
export type CallContext<S extends CallSpec> = Checked<S> &
  CallerOf<S['access']> &
  Uploaded<S> & {
    request: FastifyRequest;
    once: Once;
    /** Claims the Idempotency-Key for an effect outside of a transaction, such as a call to a payment provider. */
    claim(): Promise<void>;
  };
/** The facts that are known before an upload is read: the caller, and whether the request was answered before. */
export type UploadContext<S extends CallSpec> = CallerOf<S['access']> & { isRepeat: boolean };
type Uploaded<S> = S extends { upload: UploadSpec } ? { upload: Upload } : unknown;

/**
 * Serves a call: checks access and input, runs the handler, and sends only the fields of the reply's schema. An upload
 * is read once `admit` has resolved; the function that `admit` returns is called at the end. The next page of a paged
 * list is named in a Link header (RFC 8288).
 */
export function serve<S extends CallSpec>(
  app: FastifyInstance,
  call: Call<S>,
  handler: (context: CallContext<S>) => Promise<Reply<S>>,
  admit?: (context: UploadContext<S>) => Promise<() => void>,
): void {
  if (call.spec.upload)
    // Only this call takes multipart forms.
    app.register(async (scope) => {
      await acceptUploads(scope);
      route(scope, call, handler, admit);
    });
  else route(app, call, handler);
}

function route<S extends CallSpec>(
  app: FastifyInstance,
  call: Call<S>,
  handler: (context: CallContext<S>) => Promise<Reply<S>>,
  admit?: (context: UploadContext<S>) => Promise<() => void>,
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
      response: { [spec.redirects ? 303 : 200]: spec.reply, '4xx': problemReply },
    },
    // The form is checked while it is read.
    ...(spec.upload ? { validatorCompiler: () => () => true, handlerTimeout: UPLOAD_TIMEOUT_MS } : {}),
    // An idle connection is closed much sooner.
    ...(spec.streamed ? { handlerTimeout: STREAM_TIMEOUT_MS } : {}),
    onRequest: async (request) => {
      request.session = await checkAccess(app.identify, spec.access, request);
    },
    handler: async (request, reply) => {
      const answer = spec.upload
        ? await withUpload(
            request,
            spec.upload,
            () => admitUpload(request),
            (upload) => run(request, upload),
          )
        : await run(request);
      if (spec.file) reply.header('content-disposition', `attachment; filename="${nameOf(spec.file, request)}"`);
      if (spec.redirects) return reply.redirect(answer as string, 303);
      if (spec.streamed) return streamChunks(reply, spec.streamed, answer as AsyncIterable<string>);
      if (!spec.paged) return answer;
      const page = answer as Page<unknown>;
      if (page.next) reply.header('link', `<${nextAddress(request.url, page.next)}>; rel="next"`);
      return page.items;
    },
  });

  async function admitUpload(request: FastifyRequest): Promise<() => void> {
    if (!admit) return () => undefined;
    const { session } = request;
    const isRepeated = session ? await isRepeat(app.database, session.accountId, request) : false;
    return admit({ caller: session?.person ?? null, isRepeat: isRepeated } as unknown as UploadContext<S>);
  }

  async function run(request: FastifyRequest, upload?: Upload) {
    const { params, query, body, session } = request;
    const takesKey = call.method === 'POST' && spec.access !== 'provider';
    const key = takesKey ? readKey(session?.accountId, request) : undefined;
    const claim = async () => {
      if (key) await claimKey(app.database, key);
    };
    const caller = session?.person ?? null;
    const context = { params, query, body, upload, session, caller, request, once: onceFor(key), claim };
    return handler(context as unknown as CallContext<S>);
  }
}

function nameOf(file: string, { params }: FastifyRequest): string {
  return file.replace(/\{(\w+)\}/g, (_, name: string) => (params as Record<string, string>)[name] ?? '');
}

/**
 * Streams a file. Makes each chunk after the previous one is sent. An error closes the connection before the end of the
 * file.
 */
function streamChunks(reply: FastifyReply, type: string, chunks: AsyncIterable<string>) {
  return reply.type(`${type}; charset=utf-8`).send(Readable.from(chunks, { objectMode: false }));
}

/**
 * Returns the address of the next page. The path was matched, so only the query may hold characters that a header must
 * not.
 */
function nextAddress(url: string, cursor: string): string {
  const [path = ''] = url.split('?', 1);
  const query = new URLSearchParams(url.slice(path.length + 1));
  query.set('cursor', cursor);
  return `${path}?${query}`;
}
