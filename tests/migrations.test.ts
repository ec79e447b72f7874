import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const FOLDER = join(import.meta.dirname, '..', 'migrations');

const listed = readFileSync(join(FOLDER, 'checksums.sha256'), 'utf8').trimEnd().split('\n');

/** A line as `sha256sum` writes it. */
const lineOf = (name: string) =>
  `${createHash('sha256')
    .update(readFileSync(join(FOLDER, name)))
    .digest('hex')}  ${name}`;

test('a migration is never edited or removed, and a new one is listed in migrations/checksums.sha256', () => {
  const files = globSync('*.sql', { cwd: FOLDER }).sort();
  expect(files.map(lineOf)).toEqual(listed);
});

test('two migrations do not share a number', () => {
  const numbers = listed.map((line) => /^[0-9a-f]{64} {2}(\d{4})_[a-z_]+\.sql$/.exec(line)?.[1]);
  expect(numbers).toEqual([...new Set(numbers)].sort());
});
