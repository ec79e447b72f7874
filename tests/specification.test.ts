import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** A title of a test ends with a space and, in brackets, the numbers of the requirements that it proves. */
const NUMBERED_TITLE = /(['"`])(?:\\.|(?!\1)[^\\\n])* \[((?:\d+\.\d+|[PT]\d+)(?: (?:\d+\.\d+|[PT]\d+))*)\]\1/g;

/** The numbers of a table of requirements, such as `|2.24|The shop …|`. */
const numbersOf = (path: string) =>
  [...read(path).matchAll(/^\|((?:\d+\.|P|T)\d+)\|\S/gm)].map(([, number = '']) => number);

describe('the requirements', () => {
  const tables = ['docs/specification.md', 'docs/promises.md', 'SECURITY.md'].map(numbersOf);
  const required = tables.flat();
  const proved = testFiles()
    .flatMap((path) => [...read(path).matchAll(NUMBERED_TITLE)])
    .flatMap(([, , numbers = '']) => numbers.split(' '));

  test('have a number each, in order', () => {
    expect(tables.map(({ length }) => length)).toEqual([
      expect.toSatisfy((rows) => rows > 150),
      19,
      expect.toSatisfy((rows) => rows > 20),
    ]);
    for (const numbers of tables) {
      const inOrder = numbers.toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }));
      expect(numbers).toEqual([...new Set(inOrder)]);
    }
  });

  test('have a test each', () => {
    expect(required.filter((number) => !proved.includes(number))).toEqual([]);
  });

  test('have no test that is skipped', () => {
    const skipped = testFiles().filter((path) =>
      /\b(test|describe)(\.\w+)*\.(skip|todo|fixme|fails)\b/.test(read(path)),
    );
    expect(skipped).toEqual([]);
  });

  test('include every number in a test title', () => {
    expect([...new Set(proved)].filter((number) => !required.includes(number))).toEqual([]);
  });
});

/** tests/texts.test.ts checks that the messages contain them. */
describe('fixed texts of the specification', () => {
  const fixed: Record<string, string> = JSON.parse(read('tests/support/fixed-words.json'));

  test('is in a test verbatim [12.6]', () => {
    const here = ['tests/texts.test.ts', 'tests/specification.test.ts'];
    const code = testFiles()
      .filter((path) => !here.includes(path))
      .map((path) => withoutTitles(read(path)))
      .join('\n');
    const unseen = [...new Set(Object.values(fixed))].filter((text) => !asPattern(text).test(code));
    expect(unseen).toEqual([]);
  });
});

function testFiles(): string[] {
  const beside = [...filesIn('src'), ...filesIn('sandbox')].filter((path) => /\.test\.tsx?$/.test(path));
  return [...beside, ...filesIn('tests').filter((path) => /\.tsx?$/.test(path))];
}

function filesIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1));
}

/** A text in a title alone is not tested. */
function withoutTitles(code: string): string {
  return code.replace(/\b(test|describe)(\.\w+)*\(\s*(['"`])(?:\\.|(?!\3)[^\\])*\3/g, '$1(');
}

/** A single word must be a whole string, pattern or key. Several words may be part of one. */
function asPattern(text: string): RegExp {
  const words = text
    .split(/\{\w+\}/)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('.{1,60}');
  return /[\s{]/.test(text)
    ? new RegExp(words)
    : new RegExp(`(['"\`]|/\\^?)${words}(['"\`]|\\$?/)|^\\s*${words}: \\[`, 'm');
}
