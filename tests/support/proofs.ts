import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');

/** What stands between backticks in a cell of a table. */
export const ticked = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text);

/** Whether there is a test as a paper names it: `tests/some.test.ts › what it says`. */
export function isThere(proof: string): boolean {
  const [path = '', title = ''] = proof.split(' › ');
  return /\.(test|spec)\.tsx?$/.test(path) && existsSync(join(ROOT, path)) && says(path, title);
}

/** What runs: titles in quotes, whatever they are the titles of. */
function says(path: string, title: string): boolean {
  const text = readFileSync(join(ROOT, path), 'utf8').replaceAll("\\'", "'");
  return [`'${title}'`, `"${title}"`, `\`${title}\``].some((quoted) => text.includes(quoted));
}
