import type { z } from 'zod';

/**
 * Who may make a call. `cookie` is a person with the identity provider's cookie and nothing else; `session` is a person with the identity provider's cookie (or a token) who may not have
 * chosen buyer or seller yet; `provider` proves itself by a signature that the handler checks.
 */
export type Access = 'anyone' | 'cookie' | 'session' | 'signedIn' | 'buyer' | 'seller' | 'admin' | 'provider';

type Shape = z.ZodObject;

/** One file that a call carries as multipart/form-data (RFC 7578) in the place of a body. */
export interface UploadSpec {
  field: string;
  bytesMax: number;
  /** What is said (see message.ts) of a larger one. */
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
  /** The answer is a file to keep, under this name, in which a `{name}` stands for a parameter. */
  file?: string;
  /** The answer is made while it is sent: `reply` is one piece of it, in this media type, and the handler gives them in turn. */
  streamed?: string;
  /** Keyset-paged: `reply` is an array, the handler gives `{ items, next }`, and `next` travels as a Link header (RFC 8288). */
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

/** What a caller passes. */
export type Input<S extends CallSpec> = Given<S, 'params', true> & OptionalQuery<S> & Given<S, 'body', true>;
type OptionalQuery<S> = S extends { query: infer Q extends z.ZodType }
  ? Record<string, never> extends z.input<Q>
    ? { query?: z.input<Q> }
    : { query: z.input<Q> }
  : unknown;

/** What a handler receives, checked. */
export type Checked<S extends CallSpec> = Given<S, 'params', false> &
  Given<S, 'query', false> &
  Given<S, 'body', false>;

/** What the server answers. */
export type Reply<S extends CallSpec> = S extends { streamed: string }
  ? AsyncIterable<z.output<S['reply']>>
  : S extends { paged: true }
    ? z.output<S['reply']> extends (infer T)[]
      ? Page<T>
      : never
    : z.output<S['reply']>;

/**
 * Declares a call as data: the server serves it, the client speaks it, the OpenAPI document describes it.
 * `access` has no default, so a call that nobody thought about does not compile.
 */
export function defineCall<const S extends CallSpec>(line: `${Call['method']} /${string}`, spec: S): Call<S> {
  const [method, path] = line.split(' ') as [Call['method'], string];
  return { method, path, spec };
}
