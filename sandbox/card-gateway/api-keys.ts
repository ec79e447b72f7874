import { timingSafeEqual } from 'node:crypto';
import type { FormTree } from './form-parser.ts';
import { StripeApiError } from './stripe-error.ts';

export interface ApiKeys {
  secretKey: string;
  publishableKey: string;
}

const NO_KEY =
  "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details, or we can help at https://support.stripe.com/.";
const SECRET_NEEDED =
  'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.';

/**
 * Returns which key a request carries: as a bearer token, as the user of basic authentication, or as the parameter `key`.
 * @throws StripeApiError 401
 */
export function authenticate(header: string | undefined, form: FormTree, keys: ApiKeys): 'secret' | 'publishable' {
  const given = keyIn(header) ?? (typeof form.key === 'string' ? form.key : undefined);
  if (!given) throw new StripeApiError(401, 'invalid_request_error', NO_KEY);
  if (isSame(given, keys.secretKey)) return 'secret';
  if (isSame(given, keys.publishableKey)) return 'publishable';
  const masked = given.length > 12 ? `${given.slice(0, 8)}${'*'.repeat(8)}${given.slice(-4)}` : '*'.repeat(12);
  throw new StripeApiError(401, 'invalid_request_error', `Invalid API Key provided: ${masked}`);
}

/** @throws StripeApiError 401 for the publishable key */
export function assertSecretKey(key: 'secret' | 'publishable'): void {
  if (key === 'secret') return;
  throw new StripeApiError(401, 'invalid_request_error', SECRET_NEEDED, { code: 'secret_key_required' });
}

function keyIn(header = ''): string | undefined {
  const [scheme = '', value = ''] = header.split(' ');
  if (scheme.toLowerCase() === 'bearer') return value;
  if (scheme.toLowerCase() === 'basic') return Buffer.from(value, 'base64').toString('utf8').split(':')[0];
  return undefined;
}

function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
