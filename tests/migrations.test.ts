import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const FOLDER = join(import.meta.dirname, '..', 'migrations');
const OLD_FOLDER = join(FOLDER, 'before-baseline');

const listIn = (folder: string) => readFileSync(join(folder, 'checksums.sha256'), 'utf8').trimEnd().split('\n');
const filesIn = (folder: string) => globSync('*.sql', { cwd: folder }).sort();
const nameOf = (line: string) => line.slice(66);

/** A line as `sha256sum` writes it. */
const lineOf = (folder: string, name: string) =>
  `${createHash('sha256')
    .update(readFileSync(join(folder, name)))
    .digest('hex')}  ${name}`;

test('a migration is never edited or removed, and a new one is listed in migrations/checksums.sha256', () => {
  expect(filesIn(FOLDER).map((name) => lineOf(FOLDER, name))).toEqual(listIn(FOLDER));
});

test('the migrations before the baseline are unchanged from 0020 on', () => {
  const kept = listIn(OLD_FOLDER).filter((line) => nameOf(line) >= '0020');
  expect(filesIn(OLD_FOLDER).map((name) => lineOf(OLD_FOLDER, name))).toEqual(kept);
});

test('the baseline gets no new file: later migrations have numbers from 2000 on', () => {
  expect(filesIn(FOLDER).filter((name) => name < '2000')).toHaveLength(12);
});

test('two migrations do not share a number', () => {
  const numbers = [...listIn(OLD_FOLDER), ...listIn(FOLDER)].map(
    (line) => /^[0-9a-f]{64} {2}(\d{4})_[a-z_]+\.sql$/.exec(line)?.[1],
  );
  expect(numbers).toEqual([...new Set(numbers)].sort());
});
