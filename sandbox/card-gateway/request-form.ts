import { z } from 'zod';
import { invalidRequest, type StripeApiError } from './stripe-error.ts';

/** A parsed form. Stripe's encoding knows texts only; a list is an object with the indices as its names. */
export interface FormTree {
  [name: string]: string | FormTree;
}

const MAX_FIELDS = 1000;
const DEPTH_MAX_LEVELS = 6;
const TEXT_MAX_CHARS = 5000;

/**
 * Parses `application/x-www-form-urlencoded` with brackets, as Stripe's clients write it: `metadata[bookingId]=7`,
 * `payment_method_types[]=card`, `expand[0]=latest_charge`.
 * @throws StripeApiError 400 when it is too large, too deep or contradictory
 */
export function parseForm(fields: URLSearchParams): FormTree {
  if (fields.size > MAX_FIELDS) throw invalidRequest('The request has too many parameters.');
  const root = emptyTree();
  for (const [name, value] of fields) {
    const path = pathOf(name);
    const last = path.pop() ?? '';
    const tree = path.reduce(childOf, root);
    tree[keyOf(tree, last)] = value;
  }
  return root;
}

function pathOf(name: string): string[] {
  const bracket = name.indexOf('[');
  if (bracket === -1) return [name];
  const rest = name.slice(bracket);
  if (!/^(\[[^[\]]*\])+$/.test(rest)) throw invalidRequest(`Invalid parameter name: ${name.slice(0, 100)}`);
  const path = [name.slice(0, bracket), ...rest.slice(1, -1).split('][')];
  if (path.length > DEPTH_MAX_LEVELS) throw invalidRequest('The request nests its parameters too deeply.');
  return path;
}

function childOf(tree: FormTree, step: string): FormTree {
  const key = keyOf(tree, step);
  const child = tree[key] ?? emptyTree();
  if (typeof child === 'string') throw invalidRequest(`Invalid object: ${step}`);
  tree[key] = child;
  return child;
}

/** Returns the next index for an empty step: `types[]=a&types[]=b`. */
function keyOf(tree: FormTree, step: string): string {
  return step === '' ? String(Object.keys(tree).length) : step;
}

/** Returns an object without a prototype, so that a field named `__proto__` is an ordinary field. */
function emptyTree(): FormTree {
  return Object.create(null) as FormTree;
}

export const text = z.string().min(1).max(TEXT_MAX_CHARS);
export const optionalText = z.string().max(TEXT_MAX_CHARS).optional();
export const texts = z.record(z.string(), z.string()).transform((list) => Object.values(list));
export const integer = z
  .string()
  .regex(/^-?\d{1,15}$/)
  .transform(Number);
/** Without its empty values (https://docs.stripe.com/api/metadata). */
export const metadata = z
  .record(z.string().max(40), z.string().max(500))
  .refine((value) => Object.keys(value).length <= 50, 'You can have at most 50 metadata keys.')
  .transform((value) => Object.fromEntries(Object.entries(value).filter(([, text]) => text !== '')))
  .default({});

/** Returns the checked parameters of a request. @throws StripeApiError 400, with Stripe's code, for the first invalid one */
export function readParams<T>(schema: z.ZodType<T>, form: FormTree): T {
  const { data, error } = schema.safeParse(form, { reportInput: true });
  const [issue] = error?.issues ?? [];
  if (issue) throw refusalOf(issue);
  return data as T;
}

function refusalOf(issue: z.core.$ZodIssue): StripeApiError {
  const path = issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : issue.path;
  const [first = '', ...inner] = path.map((step) => String(step).slice(0, 100));
  const param = first + inner.map((step) => `[${step}]`).join('');
  const refuse = (message: string, code?: string) => invalidRequest(message, code ? { code, param } : { param });
  if (issue.code === 'unrecognized_keys') return refuse(`Received unknown parameter: ${param}`, 'parameter_unknown');
  if (issue.input === undefined) return refuse(`Missing required param: ${param}.`, 'parameter_missing');
  const value = JSON.stringify(issue.input).slice(0, 100);
  if (issue.code === 'invalid_format') return refuse(`Invalid integer: ${value}`, 'parameter_invalid_integer');
  if (issue.code === 'too_small' && issue.origin === 'string')
    return refuse(`You passed an empty string for '${param}'.`, 'parameter_invalid_empty');
  if (issue.code === 'too_small')
    return refuse('This value must be greater than or equal to 1.', 'parameter_invalid_integer');
  if (issue.code === 'too_big' && param === 'amount')
    return refuse(`Amount must be no more than ${issue.maximum} minor units`, 'amount_too_large');
  return refuse(`Invalid ${param}: ${issue.message}`);
}
