import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const MODULES = [
  'audit',
  'exports',
  'identity',
  'support',
  'catalogue',
  'search',
  'wishlist',
  'bookings',
  'moderation',
  'payments',
  'account',
];
const HARD_LIMIT = 300;

interface Source {
  path: string;
  lines: number;
  imports: string[];
  text: string;
}

function sources(pattern: string): Source[] {
  return globSync(pattern, { cwd: ROOT })
    .filter((path) => !path.endsWith('.types.ts'))
    .map((path) => {
      const text = readFileSync(join(ROOT, path), 'utf8');
      const named = [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g)].map((match) => match[1] ?? '');
      return { path, text, lines: text.split('\n').length - 1, imports: named.map((name) => resolve(path, name)) };
    });
}

/** An import as a path from the root, or the package's name. */
function resolve(from: string, name: string): string {
  if (name.startsWith('#sandbox/')) return name.slice(1);
  if (name.startsWith('#')) return `src/${name.slice(1)}`;
  return name.startsWith('.') ? normalize(join(dirname(from), name)) : name;
}

const code = sources('{src,sandbox,scripts,tests,bench}/**/*.{ts,tsx}');
const shipped = code.filter(({ path }) => /^(src|sandbox)\//.test(path) && !/\.test\.tsx?$|fixtures\.ts$/.test(path));

const isOurs = (path: string) => /^(src|sandbox)\//.test(path);
const isContractOrRules = (path: string) => /^src\/modules\/[\w-]+\/([\w-]+\.)?(contract|rules)\.ts$/.test(path);
const moduleOf = (path: string) => /^src\/modules\/([\w-]+)\//.exec(path)?.[1] ?? '';
const isLower = (other: string, than: string) => MODULES.indexOf(other) < MODULES.indexOf(than);
const isI18n = (path: string) => path.startsWith('src/i18n/');
const isPlatformServer = (path: string) => /^src\/platform\/(?!contract\/|web\/)/.test(path);
const isContract = (path: string) => path.startsWith('src/platform/contract/');
const isRouteType = (path: string) => path.includes('/+types/');

/** Whether a file may import another of ours; the table of ARCHITECTURE.md. */
function mayImport(from: string, to: string): boolean {
  const [module, other] = [moduleOf(from), moduleOf(to)];
  if (isRouteType(to)) return true;
  if (isContract(from)) return isContract(to);
  if (isPlatformServer(from)) return isPlatformServer(to) || isContract(to) || isI18n(to);
  if (from.startsWith('src/platform/web/')) return to.startsWith('src/platform/web/') || isContract(to) || isI18n(to);
  if (from.startsWith('src/i18n/')) return isI18n(to);
  if (from.startsWith('src/ui/')) return to.startsWith('src/ui/');
  if (isContractOrRules(from))
    return isContract(to) || (isContractOrRules(to) && (module === other || isLower(other, module)));
  if (from.startsWith(`src/modules/${module}/server/`) && module)
    return (
      (module === other && !to.includes('/web/')) ||
      isPlatformServer(to) ||
      isContract(to) ||
      (isLower(other, module) && (isContractOrRules(to) || to.endsWith('/server/service.ts')))
    );
  if (from.startsWith(`src/modules/${module}/web/`) && module)
    return (
      (module === other && !to.includes('/server/')) ||
      to.startsWith('src/ui/') ||
      to.startsWith('src/platform/web/') ||
      isContract(to) ||
      isI18n(to) ||
      (isLower(other, module) && isContractOrRules(to))
    );
  if (from.startsWith('src/site/') && from.includes('/server/'))
    return to.startsWith('src/site/') || isContract(to) || isI18n(to);
  if (from.startsWith('src/site/'))
    return (
      to.startsWith('src/site/') ||
      to.startsWith('src/ui/') ||
      to.startsWith('src/platform/web/') ||
      isContract(to) ||
      isI18n(to) ||
      (to.startsWith('src/modules/') && !to.includes('/server/'))
    );
  if (from.startsWith('src/backup/')) return to.startsWith('src/backup/') || isPlatformServer(to);
  if (from.startsWith('src/embedded-postgres/')) return to.startsWith('src/embedded-postgres/') || isPlatformServer(to);
  if (from.startsWith('sandbox/')) return to.startsWith('sandbox/');
  return true;
}

describe('the house', () => {
  test('who imports whom follows the table', () => {
    const wrong = shipped.flatMap(({ path, imports }) =>
      imports.filter((to) => isOurs(to) && !mayImport(path, to)).map((to) => `${path} imports ${to}`),
    );
    expect(wrong).toEqual([]);
  });

  test('the sandbox and its tests import nothing of the store', () => {
    const wrong = code
      .filter(({ path }) => path.startsWith('sandbox/'))
      .flatMap(({ path, imports }) =>
        imports.filter((to) => to.startsWith('src/') || to.startsWith('tests/')).map((to) => `${path} imports ${to}`),
      );
    expect(wrong).toEqual([]);
  });

  test('contracts know zod and nothing else that is not ours', () => {
    const wrong = shipped
      .filter(({ path }) => isContract(path) || isContractOrRules(path))
      .flatMap(({ path, imports }) =>
        imports.filter((to) => !isOurs(to) && to !== 'zod').map((to) => `${path} imports ${to}`),
      );
    expect(wrong).toEqual([]);
  });

  test('SQL lives in stores only', () => {
    const wrong = shipped
      .filter(({ path }) => path.startsWith('src/modules/') && !/(^|[./])store\.ts$/.test(path))
      .filter(({ text }) => /\.(selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql[`<]/.test(text));
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  test('every module looks alike', () => {
    for (const module of MODULES) {
      const files = code.map(({ path }) => path).filter((path) => moduleOf(path) === module);
      expect(files).toContain(`src/modules/${module}/contract.ts`);
      expect(files).toContain(`src/modules/${module}/server/routes.ts`);
      const contract = code.find(({ path }) => path === `src/modules/${module}/contract.ts`);
      expect(contract?.text.startsWith('/**'), `${module} says what it is for`).toBe(true);
    }
  });

  test('default exports only where React Router and the tools want them', () => {
    const wrong = shipped.filter(
      ({ path, text }) =>
        /^export default /m.test(text) &&
        !/^src\/(root|routes|entry\.server)\.tsx?$|^src\/(site|modules\/[\w-]+\/web)\//.test(path),
    );
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });
});

describe('rooms stay small', () => {
  test(`no file is longer than ${HARD_LIMIT} lines`, () => {
    const long = [...code, ...sources('{src,sandbox,scripts}/**/*.{css,mjs,js}')].filter(
      ({ lines }) => lines > HARD_LIMIT,
    );
    expect(long.map(({ path, lines }) => `${path}: ${lines}`)).toEqual([]);
  });

  test('half of the files have at most 60 lines, 95 of 100 at most 200', () => {
    const lengths = shipped.map(({ lines }) => lines).sort((a, b) => a - b);
    expect(lengths[Math.floor(lengths.length * 0.5)]).toBeLessThanOrEqual(60);
    expect(lengths[Math.floor(lengths.length * 0.95)]).toBeLessThanOrEqual(200);
  });

  test('colours are named in the tokens only', () => {
    const styles = sources('src/{ui,site,modules}/**/*.css').filter(({ path }) => !path.endsWith('/tokens.css'));
    const wrong = styles.flatMap(({ path, text }) =>
      [...text.replace(/url\("data:[^"]*"\)/g, '').matchAll(/#[0-9a-f]{3,8}\b/gi)].map(
        (match) => `${path}: ${match[0]}`,
      ),
    );
    expect(wrong).toEqual([]);
  });
});
