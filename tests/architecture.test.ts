import { basename, dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isLower, isShipped, MODULES, moduleOf, type Source, sources } from './support/sources.ts';

const FILE_MAX_LINES = 300;
const PLATFORM_FOLDER_MAX_FILES = 15;

const code = sources('{src,sandbox,scripts,tests,bench}/**/*.{ts,tsx}');
const shipped = code.filter(isShipped);

const isOurs = (path: string) => /^(src|sandbox)\//.test(path);
const isContractOrRules = (path: string) => /^src\/modules\/[\w-]+\/([\w-]+\.)?(contract|rules)\.ts$/.test(path);
const isI18n = (path: string) => path.startsWith('src/i18n/');
const isPlatformWeb = (path: string) => /^src\/platform\/(web|forms|lists)\//.test(path);
const isPlatformServer = (path: string) => /^src\/platform\/(?!(contract|web|forms|lists)\/)/.test(path);
const isContract = (path: string) => path.startsWith('src/platform/contract/');
const isRouteType = (path: string) => path.includes('/+types/');

/** Whether a file may import another of ours; the table of ARCHITECTURE.md. */
function mayImport(from: string, to: string): boolean {
  const [module, other] = [moduleOf(from), moduleOf(to)];
  if (isRouteType(to)) return true;
  if (isContract(from)) return isContract(to);
  if (isPlatformServer(from)) return isPlatformServer(to) || isContract(to) || isI18n(to);
  // Forms and lists are above the client: `platform/web` imports neither.
  if (from.startsWith('src/platform/web/') && /^src\/platform\/(forms|lists)\//.test(to)) return false;
  if (isPlatformWeb(from)) return isPlatformWeb(to) || to.startsWith('src/ui/') || isContract(to) || isI18n(to);
  if (from.startsWith('src/i18n/')) return isI18n(to);
  if (from.startsWith('src/ui/')) return to.startsWith('src/ui/');
  if (isContractOrRules(from))
    return isContract(to) || (isContractOrRules(to) && (module === other || isLower(other, module)));
  if (from.startsWith(`src/modules/${module}/server/`) && module)
    return (
      (module === other && !to.includes('/web/')) ||
      isPlatformServer(to) ||
      isContract(to) ||
      (isLower(other, module) && (isContractOrRules(to) || /\/server\/([\w-]+\.)?service\.ts$/.test(to)))
    );
  if (from.startsWith(`src/modules/${module}/web/`) && module)
    return (
      (module === other && !to.includes('/server/')) ||
      to.startsWith('src/ui/') ||
      isPlatformWeb(to) ||
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
      isPlatformWeb(to) ||
      isContract(to) ||
      isI18n(to) ||
      (to.startsWith('src/modules/') && !to.includes('/server/'))
    );
  if (from.startsWith('src/backup/')) return to.startsWith('src/backup/') || isPlatformServer(to);
  if (from.startsWith('src/embedded-postgres/')) return to.startsWith('src/embedded-postgres/') || isPlatformServer(to);
  if (from.startsWith('sandbox/')) return to.startsWith('sandbox/');
  return true;
}

/** Vague names of files and folders. */
const VAGUE_NAME = /(^|[-/])(utils?|helpers?|common|misc|managers?)[./]/;

describe('the architecture', () => {
  test('imports follow the declared directions', () => {
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

  test('identity names no page of another module', () => {
    const wrong = shipped.filter(
      ({ path, text }) => path.startsWith('src/modules/identity/web/') && /\/dashboard\\?\//.test(text),
    );
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  test('contracts import zod and no other package', () => {
    const wrong = shipped
      .filter(({ path }) => isContract(path) || isContractOrRules(path))
      .flatMap(({ path, imports }) =>
        imports.filter((to) => !isOurs(to) && to !== 'zod').map((to) => `${path} imports ${to}`),
      );
    expect(wrong).toEqual([]);
  });

  test('SQL is in stores only', () => {
    const wrong = shipped
      .filter(({ path }) => path.startsWith('src/modules/') && !/(^|[./])store\.ts$/.test(path))
      .filter(({ text }) => /\.(selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql[`<]/.test(text));
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  test('no test replaces a part of ours', () => {
    const wrong = code.filter(({ text }) => /\b(vi|jest)\.(mock|doMock)\(/.test(text));
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  test('every module has the same layout', () => {
    for (const module of MODULES) {
      const files = code.map(({ path }) => path).filter((path) => moduleOf(path) === module);
      expect(files).toContain(`src/modules/${module}/contract.ts`);
      const contract = code.find(({ path }) => path === `src/modules/${module}/contract.ts`);
      // A module without calls serves other modules.
      if (contract?.text.includes('defineCall(')) expect(files).toContain(`src/modules/${module}/server/routes.ts`);
      expect(contract?.text.startsWith('/**'), `${module} names its purpose`).toBe(true);
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

describe('files stay small', () => {
  test(`no file is longer than ${FILE_MAX_LINES} lines`, () => {
    const long = [...code, ...sources('{src,sandbox,scripts}/**/*.{css,mjs,js}')].filter(
      ({ lines }) => lines > FILE_MAX_LINES,
    );
    expect(long.map(({ path, lines }) => `${path}: ${lines}`)).toEqual([]);
  });

  test('half of the files have at most 60 lines, 95 of 100 at most 200', () => {
    const lengths = shipped.map(({ lines }) => lines).sort((a, b) => a - b);
    expect(lengths[Math.floor(lengths.length * 0.5)], `median of ${lengths.length} files`).toBeLessThanOrEqual(60);
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

/** Entry points and wiring: the only files of `src` outside its folders. */
const ROOT_FILES = [
  'api.ts',
  'cluster.ts',
  'entry.client.tsx',
  'entry.server.tsx',
  'main.ts',
  'page-settings.ts',
  'production.ts',
  'providers.ts',
  'root.tsx',
  'routes.ts',
  'sandboxes.ts',
  'server.ts',
  'service-worker.ts',
  'shared-sandboxes.ts',
  'subscriptions.ts',
];

/** Names that every module has. */
const SKELETON = /^(contract|rules|routes|service|store|(routes|rules)\.test)$/;

describe('folders', () => {
  test('no files import each other in a cycle, types included', () => {
    expect(circlesOf(code.filter(({ path }) => isOurs(path)))).toEqual([]);
  });

  test('no folders of the platform import each other in a cycle, types included', () => {
    const folderOf = (path: string) => /^src\/platform\/[^/]+/.exec(path)?.[0] ?? '';
    const files = Map.groupBy(
      shipped.filter(({ path }) => folderOf(path)),
      ({ path }) => folderOf(path),
    );
    const folders = [...files].map(([path, files]) => ({
      path,
      imports: files.flatMap((file) => file.imports.map(folderOf)),
    }));
    expect(circlesOf(folders)).toEqual([]);
  });

  test('no two folders have files of the same name', () => {
    const folders = Map.groupBy(
      [...code, ...sources('{src,sandbox}/**/*.css')].map(({ path }) => path),
      (path) => basename(path).replace(/\.tsx?$/, ''),
    );
    const twice = [...folders].filter(
      ([name, paths]) => !SKELETON.test(name) && new Set(paths.map((path) => dirname(path))).size > 1,
    );
    expect(twice.map(([, paths]) => paths)).toEqual([]);
  });

  test('no file has a vague name', () => {
    const vague = code.filter(({ path }) => VAGUE_NAME.test(path));
    expect(vague.map(({ path }) => path)).toEqual([]);
  });

  test(`no folder of the platform has more than ${PLATFORM_FOLDER_MAX_FILES} files without its tests`, () => {
    const folders = Map.groupBy(
      shipped.filter(({ path }) => path.startsWith('src/platform/')),
      ({ path }) => path.split('/')[2],
    );
    const crowded = [...folders].filter(([, files]) => files.length > PLATFORM_FOLDER_MAX_FILES);
    expect(crowded.map(([folder, files]) => `${folder}: ${files.length}`)).toEqual([]);
  });

  test('src itself holds entry points and wiring only', () => {
    const files = [...shipped, ...sources('src/*.css')].map(({ path }) => path.slice('src/'.length));
    expect(files.filter((path) => !path.includes('/')).sort()).toEqual(ROOT_FILES);
  });

  test('no folder imports an entry point', () => {
    const isEntryPoint = (path: string) => /^src\/[^/]+$/.test(path);
    const wrong = shipped
      .filter(({ path }) => !isEntryPoint(path))
      .flatMap(({ path, imports }) => imports.filter(isEntryPoint).map((to) => `${path} imports ${to}`));
    expect(wrong).toEqual([]);
  });
});

type Importer = Pick<Source, 'path' | 'imports'>;

/** Returns each group of files or folders that reach each other by imports (Tarjan's strongly connected components). */
function circlesOf(files: Importer[]): string[][] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const seen = new Map<string, { order: number; low: number }>();
  const stack: string[] = [];
  const circles: string[][] = [];
  function visit({ path, imports }: Importer): { order: number; low: number } {
    const mark = { order: seen.size, low: seen.size };
    seen.set(path, mark);
    stack.push(path);
    for (const to of imports) {
      const file = byPath.get(to);
      if (!file) continue;
      const known = seen.get(to);
      if (!known) mark.low = Math.min(mark.low, visit(file).low);
      else if (stack.includes(to)) mark.low = Math.min(mark.low, known.order);
    }
    if (mark.low === mark.order) {
      const circle = stack.splice(stack.indexOf(path));
      if (circle.length > 1) circles.push(circle.sort());
    }
    return mark;
  }
  for (const file of files) if (!seen.has(file.path)) visit(file);
  return circles;
}
