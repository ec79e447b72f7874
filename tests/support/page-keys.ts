import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { parseSync, Visitor } from 'vite';
import { english } from '../../src/i18n/english.ts';
import routes from '../../src/routes.ts';

const SRC = join(import.meta.dirname, '..', '..', 'src');
const KEYS = Object.keys(english);

interface Entry {
  file: string;
  id?: string | undefined;
  children?: Entry[] | undefined;
}

interface Source {
  /** Keys of texts that the file names. */
  keys: string[];
  /** Files of ours that it loads in the browser, at once or later. */
  imports: string[];
}

/** Returns each route with its ids, the outermost first, and the keys of its message files in its source. */
export async function routesWithSources() {
  const flatten = (entries: Entry[], above: Entry[]): Entry[][] =>
    entries.flatMap((entry) => [[...above, entry], ...flatten(entry.children ?? [], [...above, entry])]);
  return flatten((await routes) as Entry[], []).map((path) => ({
    ids: path.map(({ id, file }) => id ?? file.replace(/\.tsx$/, '')),
    keys: (files: readonly string[]) =>
      keysOf(['root.tsx', 'entry.client.tsx', ...path.map(({ file }) => file)], files),
  }));
}

function keysOf(roots: string[], files: readonly string[]): Set<string> {
  const seen = new Set(roots);
  const keys = new Set<string>();
  for (const file of seen) {
    const { keys: own, imports } = sourceOf(file);
    // The build removes the schemas of contracts, and with them their messages, from pages that use only the calls.
    const [, module = ''] = /^modules\/(\w+)\/[\w.-]*contract\.ts$/.exec(file) ?? [];
    if (!module || files.includes(module)) for (const key of own) keys.add(key);
    for (const next of imports) seen.add(next);
  }
  return keys;
}

const sources = new Map<string, Source>();

function sourceOf(file: string): Source {
  const source = sources.get(file) ?? readSource(file);
  sources.set(file, source);
  return source;
}

function readSource(file: string): Source {
  const { program } = parseSync(file, readFileSync(join(SRC, file), 'utf8'));
  const keys = new Set<string>();
  const imports = new Set<string>();
  const addText = (parts: string[]) => {
    // A message carries its values behind its key: `book.phoneError?n=9`. A hole in a template may be any text.
    const [text = ''] = parts.join('*').split('?');
    if (!/^[\w*-]+\.[\w.*-]+$/.test(text)) return;
    const pattern = new RegExp(`^${text.replaceAll('.', '\\.').replaceAll('*', '[\\w.-]+')}$`);
    for (const key of KEYS) if (pattern.test(key)) keys.add(key);
  };
  const addImport = (name: unknown) => {
    const path = typeof name === 'string' ? resolve(file, name) : undefined;
    if (path && !/(^|\/)server\/|^(rendering|i18n)\//.test(path)) imports.add(path);
  };
  new Visitor({
    Literal: ({ value }) => typeof value === 'string' && addText([value]),
    TemplateLiteral: ({ quasis }) => addText(quasis.map(({ value }) => value.cooked ?? '')),
    ImportDeclaration: ({ importKind, source }) => importKind !== 'type' && addImport(source.value),
    ExportNamedDeclaration: ({ exportKind, source }) => exportKind !== 'type' && addImport(source?.value),
    ExportAllDeclaration: ({ source }) => addImport(source.value),
    ImportExpression: ({ source }) => source.type === 'Literal' && addImport(source.value),
  }).visit(program);
  return { keys: [...keys], imports: [...imports] };
}

function resolve(file: string, name: string): string | undefined {
  if (!/^[.#].*\.tsx?$/.test(name)) return undefined;
  const path = name.startsWith('#') ? join(SRC, name.slice(1)) : join(SRC, dirname(file), name);
  return existsSync(path) ? relative(SRC, path) : undefined;
}
