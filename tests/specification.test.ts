import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isThere, ticked } from './support/proofs.ts';

const ROOT = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

interface Row {
  number: string;
  requirement: string;
  where: string[];
  /** `tests/some.test.ts › what it says`. */
  proofs: string[];
}

/** Every line of a table that begins with a number. */
const rows: Row[] = read('docs/specification.md')
  .split('\n')
  .filter((line) => /^\| *\d/.test(line))
  .map((line) => line.split('|').slice(1, -1))
  .map(([number = '', requirement = '', where = '', proof = '', ...more]) => {
    if (more.length > 0) throw new Error(`The row ${number} has more than four cells`);
    return { number: number.trim(), requirement: requirement.trim(), where: ticked(where), proofs: ticked(proof) };
  });

describe('the specification', () => {
  test('has its nine parts and what was decided beside them, each row numbered in order', () => {
    expect(rows.length).toBeGreaterThan(150);
    const numbers = rows.map(({ number }) => number);
    const inOrder = numbers.toSorted((one, other) => {
      const [[a = 0, b = 0] = [], [c = 0, d = 0] = []] = [one, other].map((number) => number.split('.').map(Number));
      return a - c || b - d;
    });
    expect(numbers).toEqual(inOrder);
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(numbers.filter((number) => !/^\d+\.\d+$/.test(number))).toEqual([]);
  });

  test('says of each row what, where and by which test', () => {
    const incomplete = rows.filter((row) => !row.requirement || row.where.length === 0 || row.proofs.length === 0);
    expect(incomplete.map(({ number }) => number)).toEqual([]);
  });

  test('names files that are there', () => {
    const gone = rows.flatMap(({ number, where }) =>
      where.filter((path) => !existsSync(join(ROOT, path))).map((path) => `${number} ${path}`),
    );
    expect(gone).toEqual([]);
  });

  test('names tests that are there', () => {
    const gone = rows.flatMap(({ number, proofs }) =>
      proofs.filter((proof) => !isThere(proof)).map((proof) => `${number} ${proof}`),
    );
    expect(gone).toEqual([]);
  });
});

/** That the words hold them is asked in tests/words.test.ts. */
describe('what the specification fixes', () => {
  const fixed: Record<string, string> = JSON.parse(read('tests/support/fixed-words.json'));

  test('is looked for by a test, to the letter', () => {
    const here = ['tests/words.test.ts', 'tests/specification.test.ts'];
    const code = [...filesIn('src').filter((path) => /\.test\.tsx?$/.test(path)), ...filesIn('tests')]
      .filter((path) => path.endsWith('.ts') && !here.includes(path))
      .map((path) => withoutTitles(read(path)))
      .join('\n');
    const unseen = [...new Set(Object.values(fixed))].filter((text) => !asPattern(text).test(code));
    expect(unseen).toEqual([]);
  });
});

function filesIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1));
}

/** A test that names a text in its title alone has not looked for it. */
function withoutTitles(code: string): string {
  return code.replace(/\b(test|describe)(\.\w+)*\(\s*(['"`])(?:\\.|(?!\3)[^\\])*\3/g, '$1(');
}

/** One word must be a whole string, pattern or key of its own; more of them may stand within one. */
function asPattern(text: string): RegExp {
  const words = text
    .split(/\{\w+\}/)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('.{1,60}');
  return /[\s{]/.test(text)
    ? new RegExp(words)
    : new RegExp(`(['"\`]|/\\^?)${words}(['"\`]|\\$?/)|^\\s*${words}: \\[`, 'm');
}
