import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import cookies from './server/prose/cookies.json' with { type: 'json' };

const SOURCES = join(import.meta.dirname, '../..');
/** The constants of a module that stores, and the beginnings of its keys by person. */
const KEYS = /(?<=^const [A-Z_]+ = ')[\w-]+(?=';$)|(?<==> `)[a-z]+[.:](?=\$\{)/gm;

const keys = globSync('**/!(*.test).{ts,tsx}', { cwd: SOURCES })
  .map((path) => readFileSync(join(SOURCES, path), 'utf8'))
  .filter((code) => /\b(local|session)Storage\.setItem\(/.test(code))
  .flatMap((code) => code.match(KEYS) ?? []);

test.each(['en', 'bn'] as const)('the cookie policy names in %s every key of the browser’s storage', (language) => {
  expect(keys).toContain('pickup.');
  const text = JSON.stringify(cookies[language]);
  expect(keys.filter((key) => !text.includes(key))).toEqual([]);
});
