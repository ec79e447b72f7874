import fc from 'fast-check';
import type { Call } from '#platform/contract/call.ts';
import { type Fitting, hostile, inputOf, textsOf } from './hostile-input.ts';
import type { Ask } from './owners.ts';
import { CALLERS, type CallerKind } from './test-people.ts';

const ODD_KEYS = ['', ' ', 'k', 'the same key', 'x'.repeat(256), '\u007f', '\u00e9', '"quoted"', '../../x'];
export const ODD_TYPES = [
  'application/json',
  'application/json; charset=utf-16',
  'application/problem+json',
  'text/plain',
  'text/html',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'multipart/form-data; boundary=',
  'application/octet-stream',
  '/',
  ';',
  '',
];
/** Invalid JSON, and oversized JSON. */
export const ODD_BODIES = [
  '',
  '{',
  '{"a":',
  '[[[',
  '['.repeat(50_000) + ']'.repeat(50_000),
  `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
  '{"__proto__":{"role":"admin"}}',
  '{"constructor":{"prototype":{"role":"admin"}}}',
  '{"a":1,"a":2}',
  '\ufeff{}',
  'NaN',
  '"text"',
  `{"name":"${'x'.repeat(300_000)}"}`,
  '--x\r\nContent-Disposition: form-data; name="photo"; filename="x"\r\n\r\nx\r\n--x--',
  '--x\r\n\r\n',
  '\u0000\u0001',
];

export interface CallInput {
  who: CallerKind | 'owner';
  params: Record<string, string | undefined>;
  query: Record<string, string | undefined>;
  body: string | undefined;
  type: string;
  key: string | undefined;
  language: string;
}

/** Generates inputs of a call: valid ones of its owner, ones from its schemas, and random ones. */
export function inputsFor(fitting: Fitting, { spec }: Call, good: Ask): fc.Arbitrary<CallInput> {
  const known = { ...fitting };
  for (const [name, value] of Object.entries({ ...good.params, ...good.query, ...good.body }))
    known[name] = [value, value, ...(fitting[name] ?? [])];
  const json = (spec.body ? inputOf(spec.body, known) : hostile).map((value) => JSON.stringify(value));
  const noBody = spec.body || spec.upload ? [] : [{ weight: 6, arbitrary: fc.constant(undefined) }];
  return fc.record({
    who: fc.oneof({ weight: 5, arbitrary: fc.constant('owner' as const) }, fc.constantFrom(...CALLERS)),
    params: spec.params ? textsOf(spec.params, known) : fc.constant({}),
    query: spec.query
      ? textsOf(spec.query, known)
      : fc.dictionary(fc.constantFrom('a', 'a[b]', '__proto__'), fc.string()),
    body: fc.oneof({ weight: 8, arbitrary: json }, fc.constantFrom(...ODD_BODIES), ...noBody),
    type: fc.oneof({ weight: 9, arbitrary: fc.constant('application/json') }, fc.constantFrom(...ODD_TYPES)),
    key: fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, fc.constantFrom(...ODD_KEYS)),
    language: fc.constantFrom('en', 'bn', 'xx', '*', 'bn-BD;q=0.8, en', ''),
  });
}

/** Escapes a text for a URL. */
export function escaped(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
