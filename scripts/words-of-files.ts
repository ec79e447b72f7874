import { type Plugin, parseSync, Visitor } from 'vite';
import { english } from '../src/i18n/english.ts';

/** Which words a file of the browser's may say, by their keys, and which files it may fetch. */
interface Told {
  says: string[];
  fetches: string[];
}

const NAME = 'virtual:words-of-files';
const KEYS = Object.keys(english);

/**
 * Tells the server which words each file of the browser's may say, so that a page brings its own and no others. They are
 * read off the built files: a text that is a key counts, said or not. A page that is gone to, not loaded, waits for all.
 */
export function wordsOfFiles(): Plugin {
  // In development nothing is built, and a page brings all.
  let files: Record<string, Told> | null = null;
  return {
    name: 'words-of-files',
    enforce: 'post',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
    load: (id) => (id === `\0${NAME}` ? `export default ${JSON.stringify(files)};` : undefined),
    transform(code, id) {
      if (this.environment.mode !== 'build' || this.environment.name !== 'client') return;
      if (!id.endsWith('?__react-router-build-client-route')) return;
      return `${code}\nimport { allWords } from '#platform/web/message-loader.ts';\nawait allWords();`;
    },
    generateBundle(_, bundle) {
      if (this.environment.name !== 'client') return;
      files = {};
      for (const chunk of Object.values(bundle)) {
        // The words themselves are no file that says them.
        if (chunk.type !== 'chunk' || chunk.moduleIds.some((id) => /\/i18n\/\w+\/\w+\.json$/.test(id))) continue;
        const { fileName, code, imports, dynamicImports } = chunk;
        files[`/${fileName}`] = {
          says: keysIn(code),
          fetches: [...imports, ...dynamicImports].map((name) => `/${name}`),
        };
      }
    },
  };
}

/** The keys that a program holds as texts; what stands in the holes of a template may be anything. */
export function keysIn(code: string): string[] {
  const found = new Set<string>();
  const add = (parts: string[]) => {
    // A message carries its values behind its key: `book.phoneError?n=9`.
    const [key = ''] = parts.join('*').split('?');
    if (/^[\w*-]+\.[\w.*-]+$/.test(key) && /[a-z]/.test(key)) found.add(key);
  };
  new Visitor({
    Literal: ({ value }) => typeof value === 'string' && add([value]),
    TemplateLiteral: ({ quasis }) => add(quasis.map(({ value }) => value.cooked ?? '')),
  }).visit(parseSync('file.js', code).program);
  const said = [...found].map((key) => new RegExp(`^${key.replaceAll('.', '\\.').replaceAll('*', '[\\w.-]+')}$`));
  return KEYS.filter((key) => said.some((text) => text.test(key)));
}
