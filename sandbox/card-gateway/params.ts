import type { FormTree, FormValue } from './form-parser.ts';
import { invalidRequest } from './stripe-error.ts';

const STRING_MAX_CHARS = 5000;
/** https://docs.stripe.com/api/metadata */
const METADATA_KEY_MAX_CHARS = 40;
const METADATA_VALUE_MAX_CHARS = 500;
const METADATA_MAX_KEYS = 50;

/** The parameters of a request. Each reader throws a StripeApiError 400 with Stripe's message for an invalid value. */
export class Params {
  readonly #tree: FormTree;
  readonly #prefix: string;

  constructor(tree: FormTree, prefix = '') {
    this.#tree = tree;
    this.#prefix = prefix;
  }

  /** @throws StripeApiError for every other parameter */
  allowOnly(...names: string[]): this {
    const unknown = Object.keys(this.#tree).find((name) => !names.includes(name));
    if (unknown !== undefined) {
      const param = this.#name(unknown.slice(0, 100));
      throw invalidRequest(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param });
    }
    return this;
  }

  string(name: string, maxChars = STRING_MAX_CHARS): string | undefined {
    const value = this.#tree[name];
    if (value === undefined) return undefined;
    const param = this.#name(name);
    if (typeof value !== 'string')
      throw invalidRequest(`Invalid string: ${JSON.stringify(value).slice(0, 200)}`, { param });
    if (value.length > maxChars) {
      const message = `Invalid string: ${value.slice(0, 20)}...; must be at most ${maxChars} characters`;
      throw invalidRequest(message, { code: 'parameter_invalid_string', param });
    }
    return value;
  }

  nonEmpty(name: string, maxChars = STRING_MAX_CHARS): string | undefined {
    const value = this.string(name, maxChars);
    if (value !== '') return value;
    const param = this.#name(name);
    const message = `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset. You should remove '${param}' from your request or supply a non-empty value.`;
    throw invalidRequest(message, { code: 'parameter_invalid_empty', param });
  }

  required(name: string): string {
    const value = this.nonEmpty(name);
    if (value !== undefined) return value;
    const param = this.#name(name);
    throw invalidRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
  }

  integer(name: string): number | undefined {
    const value = this.nonEmpty(name);
    if (value === undefined) return undefined;
    if (/^-?\d{1,15}$/.test(value)) return Number(value);
    const param = this.#name(name);
    throw invalidRequest(`Invalid integer: ${value.slice(0, 100)}`, { code: 'parameter_invalid_integer', param });
  }

  boolean(name: string): boolean | undefined {
    const value = this.string(name);
    if (value === undefined || value === '') return undefined;
    if (value === 'true' || value === 'false') return value === 'true';
    throw invalidRequest(`Invalid boolean: ${value.slice(0, 100)}`, { param: this.#name(name) });
  }

  oneOf<const T extends string>(name: string, among: readonly T[]): T | undefined {
    const value = this.nonEmpty(name);
    const found = among.find((candidate) => candidate === value);
    if (value === undefined || found !== undefined) return found;
    const param = this.#name(name);
    throw invalidRequest(`Invalid ${param}: must be one of ${among.join(', ')}`, { param });
  }

  object(name: string): Params | undefined {
    const value = this.#tree[name];
    if (value === undefined || value === '') return undefined;
    if (typeof value === 'object' && !Array.isArray(value)) return new Params(value, this.#name(name));
    throw invalidRequest('Invalid object', { param: this.#name(name) });
  }

  strings(name: string): string[] | undefined {
    const value = this.#tree[name];
    if (value === undefined || value === '') return undefined;
    if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value;
    throw invalidRequest('Invalid array', { param: this.#name(name) });
  }

  /** Returns the metadata, without its empty values. */
  metadata(): Record<string, string> {
    const value: FormValue = this.#tree.metadata || {};
    if (typeof value === 'string' || Array.isArray(value))
      throw invalidRequest('Invalid object', { param: 'metadata' });
    const entries = Object.entries(value).map(([key, text]) => {
      const param = `metadata[${key.slice(0, METADATA_KEY_MAX_CHARS)}]`;
      if (typeof text !== 'string') throw invalidRequest('Metadata values must be strings.', { param: 'metadata' });
      if (key.length > METADATA_KEY_MAX_CHARS)
        throw invalidRequest(`Metadata keys can be at most ${METADATA_KEY_MAX_CHARS} characters.`, { param });
      if (text.length > METADATA_VALUE_MAX_CHARS)
        throw invalidRequest(`Metadata values can be at most ${METADATA_VALUE_MAX_CHARS} characters.`, { param });
      return [key, text] as const;
    });
    if (entries.length > METADATA_MAX_KEYS)
      throw invalidRequest(`You can have at most ${METADATA_MAX_KEYS} metadata keys.`, { param: 'metadata' });
    return Object.fromEntries(entries.filter(([, text]) => text !== ''));
  }

  /** Returns a text that is equal for requests with equal parameters, in any order. */
  fingerprint(): string {
    return JSON.stringify(sorted(this.#tree));
  }

  #name(name: string): string {
    return this.#prefix === '' ? name : `${this.#prefix}[${name}]`;
  }
}

function sorted(value: FormValue): unknown {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(sorted);
  return Object.entries(value)
    .map(([key, inner]) => [key, sorted(inner)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
}
