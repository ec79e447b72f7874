import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { settingsPage } from '../scripts/write-settings-page.ts';

const ROOT = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const DOCUMENTS = globSync(['*.md', '{docs,bench,src,tests}/**/*.md'], { cwd: ROOT });

describe('the documents', () => {
  test('include a settings page that matches the settings: run `npm run docs:settings`', () => {
    expect(read('docs/settings.md')).toBe(settingsPage());
  });

  test('name existing settings only', () => {
    const known = read('docs/settings.md');
    const named = DOCUMENTS.flatMap((path) => [
      ...read(path).matchAll(/`((?:LIMIT|S3|STRIPE|DATABASE|GOOGLE)_[A-Z_]+)\b/g),
    ]);
    expect(named.filter(([, name]) => !known.includes(`|\`${name}\``)).map(([, name]) => name)).toEqual([]);
  });

  test('link to files and headings that exist', () => {
    const gone = DOCUMENTS.flatMap((path) =>
      [...read(path).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)/g)]
        .filter(([, link = '', heading]) => {
          const target = link ? join(dirname(path), link) : path;
          return !existsSync(join(ROOT, target)) || (heading && !headingsOf(target).includes(heading));
        })
        .map(([link]) => `${path}: ${link}`),
    );
    expect(gone).toEqual([]);
  });

  test('list every decision record in the index', () => {
    const records = globSync('docs/decisions/[0-9]*.md', { cwd: ROOT }).map((path) => path.slice(15));
    const index = read('docs/decisions/README.md');
    expect(records.filter((name) => !index.includes(`](${name})`))).toEqual([]);
  });
});

/** The anchors of a page's headings, as GitHub derives them. */
function headingsOf(path: string): string[] {
  return [...read(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  );
}
