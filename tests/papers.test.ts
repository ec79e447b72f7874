import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readSettings, SETTINGS } from '#platform/operations/settings.ts';

const ROOT = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** What stands between backticks in a cell of a table. */
const ticked = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text);

/** The rows of the table under a heading, cell by cell. */
function tableUnder(path: string, heading: string): string[][] {
  const [, section = ''] = read(path).split(`\n## ${heading}\n`);
  const lines = (section.split('\n## ')[0] ?? '').split('\n').filter((line) => line.startsWith('|'));
  return lines.slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

describe('the papers', () => {
  test('name files that handle each threat', () => {
    const paths = tableUnder('SECURITY.md', 'Threats').flatMap(([, , handledIn = '']) => ticked(handledIn));
    expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  test('tell every setting, its default and whether a real store must have it', () => {
    const rows = tableUnder('docs/operations.md', 'Settings');
    const names = rows.map(([name = '']) => ticked(name)[0] ?? '');
    expect(names.toSorted()).toEqual([...SETTINGS].map(String).toSorted());
    const defaults: Record<string, unknown> = readSettings({});
    for (const [name = '', value = ''] of rows) {
      const own = defaults[ticked(name)[0] ?? ''];
      expect([name, ticked(value)[0]]).toEqual([name, own === undefined ? undefined : String(own)]);
    }
    const needed = rows.filter(([name = '']) => name.endsWith('\\*')).map(([name = '']) => ticked(name)[0]);
    const given = Object.fromEntries(needed.map((name) => [name, GOOD[name ?? '']]));
    const real = { APP_MODE: 'production', ...given };
    expect(readSettings(real).APP_MODE).toBe('production');
    for (const name of needed) expect(() => readSettings({ ...real, [name ?? '']: '' })).toThrow(`${name} is missing`);
  });

  test('name no setting that there is not', () => {
    const settings = tableUnder('README.md', 'Settings').flatMap(([names = '']) => ticked(names));
    expect(settings.filter((name) => !SETTINGS.some((one) => one === name))).toEqual([]);
  });

  test('link to files that are there', () => {
    for (const path of ['README.md', 'SECURITY.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md', 'docs/operations.md']) {
      const links = [...read(path).matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, link = '']) => link);
      const gone = links.filter((link) => !existsSync(join(ROOT, path, '..', link)));
      expect([path, gone]).toEqual([path, []]);
    }
  });
});

/** What a real store could have. */
const GOOD: Record<string, string> = {
  PUBLIC_URL: 'https://store.example',
  DATABASE_URL: 'postgresql://store@database/store',
  AUTH_SECRET: '7Jq0mVxT2kYpR9sZcLwB4nHdGfEaUoIi',
  SMTP_URL: 'smtps://mail.example:465',
  STRIPE_SECRET_KEY: 'sk_live_12345678',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_12345678',
  STRIPE_WEBHOOK_SECRET: 'whsec_12345678',
};
