import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** The repository's root. */
export const ROOT = join(import.meta.dirname, '../..');

/** The modules, low to high. A module may use the modules before it. */
export const MODULES = [
  'audit',
  'identity',
  'photos',
  'catalogue',
  'search',
  'wishlist',
  'bookings',
  'moderation',
  'ledger',
  'payments',
  'handover',
  'disputes',
  'earnings',
  'support',
  'overview',
  'account',
  'exports',
];

export interface Source {
  /** From the root. */
  path: string;
  lines: number;
  /** Paths from the root, or names of packages. Type imports and dynamic imports are included. */
  imports: string[];
  text: string;
}

/** Returns the files of the repository that match a glob pattern, without generated types. */
export function sources(pattern: string): Source[] {
  return globSync(pattern, { cwd: ROOT })
    .filter((path) => !path.endsWith('.types.ts') && !path.includes('node_modules'))
    .sort()
    .map((path) => {
      const text = readFileSync(join(ROOT, path), 'utf8');
      const names = [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g)].map((match) => match[1] ?? '');
      return { path, text, lines: text.split('\n').length - 1, imports: names.map((name) => resolve(path, name)) };
    });
}

function resolve(from: string, name: string): string {
  if (name.startsWith('#sandbox/')) return name.slice(1);
  if (name.startsWith('#')) return `src/${name.slice(1)}`;
  return name.startsWith('.') ? normalize(join(dirname(from), name)) : name;
}

/** Whether a file ships: it is no test and no fixture. */
export function isShipped({ path }: Source): boolean {
  return /^(src|sandbox)\//.test(path) && !/\.test\.tsx?$|fixtures\.ts$/.test(path);
}

/** Returns the module that a path belongs to, or ''. */
export function moduleOf(path: string): string {
  return /^src\/modules\/([\w-]+)\//.exec(path)?.[1] ?? '';
}

/** Whether one module is lower than another. */
export function isLower(module: string, than: string): boolean {
  return MODULES.indexOf(module) < MODULES.indexOf(than);
}
