import { randomInt } from 'node:crypto';
import type { z } from 'zod';
import { ProviderUnavailable, ProviderUnclear } from './provider.ts';

/** Two requests to a provider fit into one request of a browser. A job asks for the outcome after a timeout. */
const REQUEST_TIMEOUT_MS = 4000;
const ANSWER_MAX_BYTES = 256 * 1024;

/** The provider, or the gateway before it, refused the credentials of a request, which had no effect. */
export class CredentialsRefused extends ProviderUnavailable {}

/**
 * Sends a request to a provider and returns its JSON answer, checked. The answer is never logged: it may hold secrets.
 * @throws ProviderUnavailable when no answer came in time, ProviderUnclear for one of an unexpected shape: the outcome
 * is then unknown. CredentialsRefused for the status 401 or 403.
 */
export async function fetchAnswer<T>(url: string, request: RequestInit, shape: z.ZodType<T>): Promise<T> {
  const { host } = new URL(url);
  let refusal = '';
  try {
    const answer = await fetch(url, { ...request, redirect: 'error', signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) });
    const { status } = answer;
    if (status === 401 || status === 403) throw new CredentialsRefused(`${host}: the status is ${status}`);
    const text = await answer.text();
    if (text.length > ANSWER_MAX_BYTES) throw new ProviderUnavailable(`${host}: the answer is too long`);
    if (status >= 500) throw new ProviderUnavailable(`${host}: the status is ${status}`);
    if (!answer.ok) refusal = `the status is ${status}, `;
    const parsed = shape.safeParse(JSON.parse(text));
    if (!parsed.success)
      throw new ProviderUnclear(`${host}: ${refusal}the answer has an unexpected ${fieldsOf(parsed.error)}`);
    if (!answer.ok && isEmpty(parsed.data))
      throw new ProviderUnclear(`${host}: ${refusal}the answer has no known field`);
    return parsed.data;
  } catch (error) {
    if (error instanceof ProviderUnavailable) throw error;
    throw new ProviderUnavailable(`${host}: ${refusal}${faultOf(error)}`);
  }
}

function isEmpty(data: unknown): boolean {
  return Object.keys(data ?? {}).length === 0;
}

/** Returns the paths of the wrong fields. Their values may be secret. */
function fieldsOf({ issues }: z.ZodError): string {
  return [...new Set(issues.map(({ path }) => path.join('.') || 'shape'))].join(', ');
}

/** Returns the name of an error and the system's code. The message of a parse error would quote the answer. */
function faultOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer';
  const { code } = (error.cause ?? {}) as { code?: unknown };
  return typeof code === 'string' ? `${error.name} ${code}` : error.name;
}

const KEPT_MAX_CHARS = 100;

/**
 * Returns the named fields of an answer, for the store to keep. Fields that are not named are dropped, also new ones of the
 * provider. A value is cut to 100 characters of ASCII, so that an unexpected one never stops a settlement.
 */
export function keptFields<T extends object>(answer: T, names: readonly (keyof T & string)[]): Record<string, string> {
  const kept = names.flatMap((name) => {
    const value = answer[name];
    return typeof value === 'string' ? [[name, value.slice(0, KEPT_MAX_CHARS).replace(/[^ -~]/g, '?')]] : [];
  });
  return Object.fromEntries(kept);
}

/** Returns the number of a transaction; undefined for text that is none. */
export function transactionIdOf(text: string | undefined): string | undefined {
  return /^[A-Za-z0-9_-]{1,100}$/.test(text ?? '') ? text : undefined;
}

/** Returns an amount of taka as text in poisha; undefined for text that is no amount. */
export function poishaOf(amount: string): number | undefined {
  const match = /^(\d{1,12})(?:\.(\d{1,2})0*)?$/.exec(amount.trim());
  return match ? Number(match[1]) * 100 + Number((match[2] ?? '0').padEnd(2, '0')) : undefined;
}

/** Returns poisha as an amount of taka with two decimals. */
export function takaOf(poisha: number): string {
  return `${Math.floor(poisha / 100)}.${String(poisha % 100).padStart(2, '0')}`;
}

const UUID_MAX_CHARS = 25;

/**
 * Returns a new invoice number for a payment: booking, attempt and three random characters, at most 30 letters and digits.
 * Concurrent requests of one attempt share a number with a probability of 1 in 46,656.
 */
export function invoiceOf(bookingId: string, attempt: number): string {
  const booking = BigInt(`0x${bookingId.replaceAll('-', '')}`)
    .toString(36)
    .padStart(UUID_MAX_CHARS, '0');
  const chance = randomInt(36 ** 3)
    .toString(36)
    .padStart(3, '0');
  return `${booking}${(attempt % 36 ** 2).toString(36)}${chance}`;
}

/** Returns the booking's id in an invoice number; undefined for a number that the store did not make. */
export function bookingOf(invoice: string): string | undefined {
  if (!/^[0-9a-z]{29,30}$/.test(invoice)) return undefined;
  let id = 0n;
  for (const digit of invoice.slice(0, UUID_MAX_CHARS)) id = id * 36n + BigInt(Number.parseInt(digit, 36));
  const hex = id.toString(16).padStart(32, '0');
  if (hex.length > 32) return undefined;
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
