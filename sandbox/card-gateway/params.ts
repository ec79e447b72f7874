import type { FormTree, FormValue } from './form.ts';
import { invalid } from './problem.ts';

/** A request's parameters, read and checked one by one, with Stripe's messages for what is wrong. */
export class Params {
  readonly #tree: FormTree;
  readonly #prefix: string;

  constructor(tree: FormTree, prefix = '') {
    this.#tree = tree;
    this.#prefix = prefix;
  }

  /** Refuses every parameter that is not named. */
  only(...names: string[]): this {
    const stranger = Object.keys(this.#tree).find((name) => !names.includes(name));
    if (stranger !== undefined) {
      const param = this.#name(stranger.slice(0, 100));
      throw invalid(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param });
    }
    return this;
  }

  has(name: string): boolean {
    return this.#tree[name] !== undefined;
  }

  text(name: string, longest = 5000): string | undefined {
    const value = this.#tree[name];
    if (value === undefined) return undefined;
    const param = this.#name(name);
    if (typeof value !== 'string') throw invalid(`Invalid string: ${JSON.stringify(value).slice(0, 200)}`, { param });
    if (value.length > longest) {
      const message = `Invalid string: ${value.slice(0, 20)}...; must be at most ${longest} characters`;
      throw invalid(message, { code: 'parameter_invalid_string', param });
    }
    return value;
  }

  /** A text that must say something when it is there. */
  filled(name: string, longest = 5000): string | undefined {
    const value = this.text(name, longest);
    if (value !== '') return value;
    const param = this.#name(name);
    const message = `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset. You should remove '${param}' from your request or supply a non-empty value.`;
    throw invalid(message, { code: 'parameter_invalid_empty', param });
  }

  required(name: string): string {
    const value = this.filled(name);
    if (value !== undefined) return value;
    const param = this.#name(name);
    throw invalid(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
  }

  integer(name: string): number | undefined {
    const value = this.filled(name);
    if (value === undefined) return undefined;
    if (/^-?\d{1,15}$/.test(value)) return Number(value);
    const param = this.#name(name);
    throw invalid(`Invalid integer: ${value.slice(0, 100)}`, { code: 'parameter_invalid_integer', param });
  }

  flag(name: string): boolean | undefined {
    const value = this.text(name);
    if (value === undefined || value === '') return undefined;
    if (value === 'true' || value === 'false') return value === 'true';
    throw invalid(`Invalid boolean: ${value.slice(0, 100)}`, { param: this.#name(name) });
  }

  choice<const T extends string>(name: string, among: readonly T[]): T | undefined {
    const value = this.filled(name);
    const found = among.find((candidate) => candidate === value);
    if (value === undefined || found !== undefined) return found;
    const param = this.#name(name);
    throw invalid(`Invalid ${param}: must be one of ${among.join(', ')}`, { param });
  }

  group(name: string): Params | undefined {
    const value = this.#tree[name];
    if (value === undefined || value === '') return undefined;
    if (typeof value === 'object' && !Array.isArray(value)) return new Params(value, this.#name(name));
    throw invalid('Invalid object', { param: this.#name(name) });
  }

  texts(name: string): string[] | undefined {
    const value = this.#tree[name];
    if (value === undefined || value === '') return undefined;
    if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value;
    throw invalid('Invalid array', { param: this.#name(name) });
  }

  /** The metadata after this request: an empty value takes a key away, an empty `metadata` all of them. */
  metadata(before: Record<string, string> = {}): Record<string, string> {
    const value: FormValue | undefined = this.#tree.metadata;
    if (value === undefined) return before;
    if (value === '') return {};
    if (typeof value === 'string' || Array.isArray(value)) throw invalid('Invalid object', { param: 'metadata' });
    const after = new Map(Object.entries(before));
    for (const [key, text] of Object.entries(value)) {
      const param = `metadata[${key.slice(0, 40)}]`;
      if (typeof text !== 'string') throw invalid('Metadata values must be strings.', { param: 'metadata' });
      if (key.length > 40) throw invalid('Metadata keys can be at most 40 characters.', { param });
      if (text.length > 500) throw invalid('Metadata values can be at most 500 characters.', { param });
      if (text === '') after.delete(key);
      else after.set(key, text);
    }
    if (after.size > 50) throw invalid('You can have at most 50 metadata keys.', { param: 'metadata' });
    return Object.fromEntries(after);
  }

  /** The same request gives the same text, whatever the order of its parameters. */
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
