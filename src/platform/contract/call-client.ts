import type { Call, CallSpec, Input, Page, Reply } from './call.ts';
import type { ProblemReply } from './problem.ts';

/** Sends one HTTP request below the API's base: `fetch` in the browser, the server's own router in loaders and tests. */
export type Transport = (request: {
  method: string;
  /** Below the API's base, query included: `/bookings?email=…`. */
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}) => Promise<{ status: number; body: unknown; link?: string | null }>;

/** A reply with an error status; `message` is the server's message. */
export class CallError extends Error {
  readonly status: number;
  readonly problem: ProblemReply;

  constructor(problem: ProblemReply) {
    super(problem.message);
    this.status = problem.status;
    this.problem = problem;
  }
}

/** For `catch`: returns null for the status 404. @throws any other error. */
export function nullIfMissing(error: unknown): null {
  if (error instanceof CallError && error.status === 404) return null;
  throw error;
}

interface SendOptions {
  idempotencyKey?: string;
  /** Aborts the request. */
  signal?: AbortSignal;
}

export interface Client {
  /** Makes a call and returns its reply. @throws CallError for an error status, or the error of the transport. */
  send<S extends CallSpec>(call: Call<S>, input: Input<S>, options?: SendOptions): Promise<Reply<S>>;
}

interface LooseInput {
  params?: Record<string, string>;
  query?: Record<string, string | number | boolean | undefined>;
  body?: unknown;
}

/** Returns a typed client of the API over a transport. @throws CallError when the server refuses a call */
export function createClient(transport: Transport): Client {
  return {
    async send<S extends CallSpec>(call: Call<S>, input: Input<S>, options: SendOptions = {}) {
      const { params = {}, query = {}, body } = input as LooseInput;
      const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
      const search = new URLSearchParams();
      for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
      const answer = await transport({
        method: call.method,
        path: search.size > 0 ? `${path}?${search}` : path,
        ...(body === undefined ? {} : { body }),
        ...(options.idempotencyKey ? { headers: { 'idempotency-key': options.idempotencyKey } } : {}),
        ...(options.signal ? { signal: options.signal } : {}),
      });
      if (answer.status >= 400) throw new CallError(asProblem(answer.status, answer.body));
      if (!call.spec.paged) return answer.body as Reply<S>;
      return { items: answer.body, next: nextCursor(answer.link) } as Page<unknown> as Reply<S>;
    },
  };
}

function asProblem(status: number, body: unknown): ProblemReply {
  if (typeof body === 'object' && body !== null && 'message' in body) return body as ProblemReply;
  return { type: 'about:blank', title: 'Error', status, detail: '', message: '' };
}

/** Returns the cursor in `Link: </…?cursor=X>; rel="next"` (RFC 8288). */
function nextCursor(link: string | null | undefined): string | undefined {
  const target = link?.match(/<([^>]+)>;\s*rel="next"/)?.[1];
  return target ? (new URL(target, 'http://localhost').searchParams.get('cursor') ?? undefined) : undefined;
}
