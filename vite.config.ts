import { reactRouter } from '@react-router/dev/vite';
import { defineConfig, type ESTree, type Plugin } from 'vite';
import { wordsOfFiles } from './scripts/words-of-files.ts';

/** The folders that the browser must never load. */
const SERVER_CODE =
  /\/src\/(.*\/server|platform\/(?!contract\/|web\/)[\w-]+|rendering|backup|embedded-postgres|demo|sandbox)\//;

/** Fails the client build on server code. React Router itself strips only `.server` names. */
function noServerCodeInTheBrowser(): Plugin {
  return {
    name: 'no-server-code-in-the-browser',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    load(id) {
      if (SERVER_CODE.test(id)) throw new Error(`${id} is server code and must not reach the browser`);
    },
  };
}

/** What the browser's client reads of a call besides its line. */
const MARKS = ['paged', 'file'];

/**
 * To make a call takes its line, not its schemas: in the browser a contract holds the calls alone, and what else it
 * exports, such as a form's schema, comes from the whole file. Pages that check nothing typed then do without zod.
 */
function callsWithoutSchemas(): Plugin {
  return {
    name: 'calls-without-schemas',
    enforce: 'post',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    transform(code, id) {
      if (!/\/src\/modules\/[^?]*contract\.ts(\?whole)?$/.test(id)) return;
      if (id.endsWith('?whole')) return { code, moduleSideEffects: false };
      const lean = this.parse(code).body.flatMap((statement) =>
        statement.type === 'ExportNamedDeclaration' && statement.declaration?.type === 'VariableDeclaration'
          ? statement.declaration.declarations.flatMap((declared) => leanCall(declared, code) ?? [])
          : [],
      );
      const whole = `import { defineCall } from '#platform/contract/call.ts';\nexport * from '${id}?whole';`;
      // What is exported here goes before what the star would.
      return { code: [whole, ...lean].join('\n'), map: null, moduleSideEffects: false };
    },
  };
}

/** The code of a call without what only the server reads; nothing for anything else, and for calls that send a file. */
function leanCall({ id, init }: ESTree.VariableDeclarator, code: string): string | undefined {
  if (id.type !== 'Identifier' || init?.type !== 'CallExpression') return;
  const [line, spec] = init.arguments;
  if (init.callee.type !== 'Identifier' || init.callee.name !== 'defineCall') return;
  if (line?.type !== 'Literal' || spec?.type !== 'ObjectExpression') return;
  const named = spec.properties.flatMap((property) =>
    property.type === 'Property' && property.key.type === 'Identifier'
      ? [{ ...property, name: property.key.name }]
      : [],
  );
  if (named.some(({ name }) => name === 'upload')) return;
  const kept = named.filter(({ name }) => MARKS.includes(name)).map(({ start, end }) => code.slice(start, end));
  return `export const ${id.name} = /* @__PURE__ */ defineCall(${line.raw}, { ${kept.join(', ')} });`;
}

/**
 * Files that the browser gets whole, where there would be dozens of a few hundred bytes: each costs its headers and, over
 * the six connections of HTTP/1.1, its turn; and small ones do not compress. `kit` is what at least three routes use of the
 * small parts, `window` what opens over a page, and the parts' styles are one file; what is heavy or rare stays by itself.
 */
const FILES = [
  { name: 'framework', test: /\/node_modules\/(react|react-dom|scheduler|react-router)\//, priority: 3 },
  {
    name: 'shell',
    test: /\/src\/site\/(?!suggest|closed|dashboard|home\.|item\.|login\.|products\.|search\.|seller\.)[\w-]+\.tsx?$|\/src\/ui\/(progress-line|skip-link|[\w-]+\.css)/,
    priority: 2,
  },
  {
    name: 'kit',
    test: /\/node_modules\/lucide-react\/|\/src\/(ui|platform\/(web|contract)|modules\/[a-z]+\/rules)(?!.*(form|values|faults|dialog|drawer|guard|upload|download|choice|select|photo|gallery|password|area|rich))/,
    minShareCount: 3,
    priority: 1,
  },
  { name: 'window', test: /\/src\/ui\/(dialog|confirm-dialog|drawer)\.tsx$/, minShareCount: 2 },
  {
    name: 'form',
    test: /\/src\/(platform\/web\/form|ui\/(choice-cards|select-field|text-area-field|password-field))\.tsx$/,
    minShareCount: 2,
  },
  {
    name: 'dashboard',
    test: /\/src\/(site\/dashboard-|platform\/web\/(page-head|more-rows|run-action|use-row-action))/,
    minShareCount: 2,
    priority: 2,
  },
  { name: 'member', test: /\/src\/modules\/identity\/(rules\.ts|web\/(not-for-you|provider-refusal)\.tsx?)$/ },
];

export default defineConfig({
  plugins: [noServerCodeInTheBrowser(), callsWithoutSchemas(), wordsOfFiles(), reactRouter()],
  // Named, so that the first page in development does not reload when Vite comes across them one by one.
  optimizeDeps: {
    include: [
      'react',
      'react/jsx-runtime',
      'react/jsx-dev-runtime',
      'react-dom',
      'react-dom/client',
      'react-router',
      'react-router/dom',
      'lucide-react',
      'zod',
      '@base-ui/react/alert-dialog',
      '@base-ui/react/dialog',
      '@base-ui/react/menu',
      '@base-ui/react/tabs',
      '@base-ui/react/toast',
      '@conform-to/zod/v4',
      '@stripe/react-stripe-js',
      '@stripe/stripe-js/pure/index.js',
    ],
  },
  build: { sourcemap: false, assetsInlineLimit: 0 },
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting: { groups: FILES } } } } } },
});
