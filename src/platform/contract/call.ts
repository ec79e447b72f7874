import type { z } from 'zod';

/**
 * The callers that a call accepts. `cookie` needs the session cookie, `session` the cookie or an access token; neither
 * needs a chosen role. `provider` is a payment provider: the handler checks the signature.
 */
export type Access = 'anyone' | 'cookie' | 'session' | 'signedIn' | 'buyer' | 'seller' | 'admin' | 'provider';

type Shape = z.ZodObject;

/** One file that a call carries as multipart/form-data (RFC 7578) in the place of a body. */
export interface UploadSpec {
  field: string;
  bytesMax: number;
  /** Message key of the refusal of a larger file. */
  tooLarge: string;
}

export interface CallSpec {
  access: Access;
  /** One line for the reader of the OpenAPI document. */
  summary: string;
  params?: Shape;
  query?: Shape;
  body?: z.ZodType;
  upload?: UploadSpec;
  reply: z.ZodType;
  /** File name of the reply, for a download; `{name}` stands for a parameter. */
  file?: string;
  /** Media type of a streamed reply: `reply` is one chunk, and the handler returns an async iterable of them. */
  streamed?: string;
  /** The answer is a redirection (303) to the address that the handler returns. */
  redirects?: boolean;
  /**
   * Keyset-paged: `reply` is an array, the handler returns `{ items, next }`, and `next` travels as a Link header (RFC
   * 8288).
   */
  paged?: boolean;
}

export interface Call<S extends CallSpec = CallSpec> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With `{name}` for a parameter, below the API's base. */
  readonly path: string;
  readonly spec: S;
}

/** One page of a keyset-paged list; `next` is the cursor of the page after it, absent on the last. */
export interface Page<T> {
  items: T[];
  next?: string | undefined;
}

type Given<S, K extends string, In> =
  S extends Record<K, infer Z extends z.ZodType>
    ? In extends true
      ? { [P in K]: z.input<Z> }
      : { [P in K]: z.output<Z> }
    : unknown;

/** The input of a caller, before validation. */
export type Input<S extends CallSpec> = Given<S, 'params', true> & OptionalQuery<S> & Given<S, 'body', true>;
type OptionalQuery<S> = S extends { query: infer Q extends z.ZodType }
  ? Record<string, never> extends z.input<Q>
    ? { query?: z.input<Q> }
    : { query: z.input<Q> }
  : unknown;

/** The input of a handler, after validation. */
export type Checked<S extends CallSpec> = Given<S, 'params', false> &
  Given<S, 'query', false> &
  Given<S, 'body', false>;

/** The value that a handler returns. */
export type Reply<S extends CallSpec> = S extends { streamed: string }
  ? AsyncIterable<z.output<S['reply']>>
  : S extends { paged: true }
    ? z.output<S['reply']> extends (infer T)[]
      ? Page<T>
      : never
    : z.output<S['reply']>;

/**
 * Declares a call as data: the server, the typed client and the OpenAPI document are derived from it.
 * `access` has no default, so a call without it does not compile.
 */
export function defineCall<const S extends CallSpec>(line: `${Call['method']} /${string}`, spec: S): Call<S> {
  const [method, path] = line.split(' ') as [Call['method'], string];
  return { method, path, spec };
}
