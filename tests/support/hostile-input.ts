import fc from 'fast-check';
import { z } from 'zod';

/** The used part of a JSON Schema. */
interface JsonSchema {
  type?: string;
  anyOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  minimum?: number;
  maximum?: number;
}

/** Valid values by field name or format, which a generator cannot derive from a pattern. */
export type Fitting = Record<string, readonly unknown[]>;

const LONG = 'দোলনা 🙏'.repeat(15_000);

/** Texts that often break parsers, templates or databases. */
export const HOSTILE_TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'half \udc00 letter',
  '\u2028\u2029',
  '\r\nBcc: victim@example.com',
  '\u202egnp.exe',
  LONG,
  '</script><script>alert(1)</script>',
  '{{7*7}}<%= 7*7 %>',
  "' or 1=1 --",
  '"; drop table users; --',
  '%00%ff%ed%a0%80',
  '../../../../etc/passwd',
  '__proto__',
  'constructor',
  'toString',
  'NaN',
  '-Infinity',
  '1e400',
  '0x10',
  '9'.repeat(400),
  '٣',
  'null',
  '[object Object]',
  '//evil.example',
  'javascript:alert(1)',
  'http://169.254.169.254/latest/meta-data/',
  'https://[::ffff:127.0.0.1]/',
  '(a+)+$'.repeat(2000),
  `${'a'.repeat(20_000)}@`,
  `${' '.repeat(20_000)}x`,
  '01'.repeat(20_000),
];

const HOSTILE_VALUES = [null, true, false, 0, -0, -1, 0.1 + 0.2, 1e21, 1e308, 2 ** 53, [], {}, [[]], { $ne: null }];

const hostileText = fc.oneof(fc.constantFrom(...HOSTILE_TEXTS), fc.string({ unit: 'binary', maxLength: 200 }));

/** Generates any value, mostly an invalid one. */
export const hostile: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.constantFrom<unknown>(...HOSTILE_VALUES),
  fc.array(fc.constantFrom<unknown>(...HOSTILE_VALUES, ...HOSTILE_TEXTS.slice(0, 8)), { maxLength: 12 }),
  fc.constant(JSON.parse('{"__proto__":{"role":"admin"},"constructor":{"prototype":{}}}')),
  fc.jsonValue(),
);

/** Generates values of a schema, mixed with hostile values. */
export function inputOf(schema: z.ZodType, fitting: Fitting): fc.Arbitrary<unknown> {
  const schemaOfInput = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  return fc.oneof({ weight: 12, arbitrary: fromSchema('', schemaOfInput, fitting) }, { weight: 1, arbitrary: hostile });
}

/** Generates texts for queries and parameters from a schema, mixed with hostile texts. */
export function textsOf(schema: z.ZodType, fitting: Fitting): fc.Arbitrary<Record<string, string | undefined>> {
  const schemaOfInput = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  const fields = Object.entries(schemaOfInput.properties ?? {}).map(([name, one]) => [
    name,
    fc.oneof(
      { weight: 3, arbitrary: fromSchema(name, one, fitting).map(String) },
      { weight: 1, arbitrary: hostileText.map((text) => text.slice(0, 2000)) },
    ),
  ]);
  const [whole, parts] = [Object.fromEntries(fields), { requiredKeys: [] }];
  return fc.oneof(fc.record(whole), fc.record(whole, parts));
}

function fromSchema(name: string, schema: JsonSchema, fitting: Fitting): fc.Arbitrary<unknown> {
  const known = fitting[name] ?? (schema.format ? fitting[schema.format] : undefined);
  if (known?.length) return fc.constantFrom(...known);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => fromSchema(name, one, fitting)));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.type === 'object') return objectOf(schema.properties ?? {}, fitting);
  if (schema.type === 'array') return fc.array(fromSchema(name, schema.items ?? {}, fitting), { maxLength: 12 });
  if (schema.type === 'number' || schema.type === 'integer')
    return fc.oneof(
      fc.integer({ min: 0, max: 30 }),
      fc.double({ min: schema.minimum ?? 0, max: schema.maximum ?? 1e9 }),
    );
  return fc.constantFrom('Coach pram', 'Mirpur 10, Dhaka', '5');
}

function objectOf(properties: Record<string, JsonSchema>, fitting: Fitting): fc.Arbitrary<unknown> {
  const fields = Object.entries(properties).map(([name, one]) => [
    name,
    fc.oneof({ weight: 12, arbitrary: fromSchema(name, one, fitting) }, { weight: 1, arbitrary: hostile }),
  ]);
  const known = fc.record(Object.fromEntries(fields), { requiredKeys: [] });
  const whole = fc.record(Object.fromEntries(fields));
  const more = fc.dictionary(fc.constantFrom('role', '_id', 'createdBy', 'constructor', 'a.b', '$where'), hostile, {
    maxKeys: 2,
  });
  return fc.oneof(
    { weight: 4, arbitrary: whole },
    known,
    fc.tuple(whole, more).map(([a, b]) => ({ ...b, ...a })),
  );
}
