import { z } from 'zod';

/** The wire shape of an error: RFC 9457 problem details, with a translated message and the invalid fields. */
export const problemReply = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  detail: z.string(),
  message: z.string(),
  acknowledged: z.boolean().optional(),
  /** Tries that are left after a wrong code. */
  left: z.number().int().optional(),
  /** As in the header Retry-After, which a page does not see. */
  retryAfterSeconds: z.number().int().optional(),
  errors: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
  /** Id of the request, to quote to support. */
  instance: z.string().optional(),
});
export type ProblemReply = z.infer<typeof problemReply>;

const STATUS = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  missing: 404,
  conflict: 409,
  gone: 410,
  tooLarge: 413,
  unsupported: 415,
  unprocessable: 422,
  tooMany: 429,
  unavailable: 503,
} as const;
export type ProblemKind = keyof typeof STATUS;

/** An expected refusal. `code` is stable, for programs; `message` is a message key (see message-reference.ts), for people. */
export class Problem extends Error {
  readonly status: number;
  readonly code: string;
  readonly errors: { field: string; message: string }[];
  /** Adds `acknowledged: false` to the reply, where a call promises that field. */
  isUnacknowledged = false;
  triesLeft: number | undefined;
  /** Value of the Retry-After header (RFC 9110). */
  retryAfterSeconds: number | undefined;

  constructor(kind: ProblemKind, code: string, message: string, errors: { field: string; message: string }[] = []) {
    super(message);
    this.status = STATUS[kind];
    this.code = code;
    this.errors = errors;
  }

  notAcknowledged(): this {
    this.isUnacknowledged = true;
    return this;
  }

  /** Adds the number of tries that are left to the reply, as `left`. */
  withTriesLeft(tries: number): this {
    this.triesLeft = tries;
    return this;
  }

  retryAfter(seconds: number): this {
    this.retryAfterSeconds = seconds;
    return this;
  }
}

/** Returns a problem whose message also belongs to a field of the form. */
export function fieldProblem(kind: ProblemKind, code: string, field: string, message: string): Problem {
  return new Problem(kind, code, message, [{ field, message }]);
}
