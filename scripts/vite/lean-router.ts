import { type Plugin, parseSync } from 'vite';

/** Functions of React Router for features that the store does not use: instrumentation and React Server Components. */
const UNUSED: Record<string, readonly string[]> = {
  'router/instrumentation': ['getRouteInstrumentationUpdates', 'instrumentClientSideRouter'],
  'dom/ssr/components': ['RSCPrefetchPageLinksImpl'],
  errors: ['decodeRedirectErrorDigest', 'decodeRouteErrorResponseDigest'],
};

/**
 * Removes code of React Router that no page uses from the client build. Each page loads the router: measured, 2 KB less
 * compressed. A new version of the router without one of the functions fails the build.
 */
export function leanRouter(): Plugin {
  const seen = new Set<string>();
  return {
    name: 'lean-router',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    buildEnd() {
      const missing = Object.keys(UNUSED).filter((file) => !seen.has(file));
      if (missing.length > 0) this.error(`React Router has no file ${missing.join()}`);
    },
    transform(code, id) {
      const [, file] = /\/react-router\/dist\/production\/lib\/(.+)\.js$/.exec(id) ?? [];
      if (file) seen.add(file);
      return file ? { code: leanModule(code, file), map: null } : undefined;
    },
  };
}

/** Returns a module of the router without the names for developer tools, which keep unused components, and unused functions. */
export function leanModule(code: string, file: string): string {
  return withoutBodies(code, UNUSED[file] ?? [])
    .replaceAll(/^\w+\.displayName = "\w+";$/gm, '')
    .replaceAll(' = React$1.forwardRef(', ' = /* @__PURE__ */ React$1.forwardRef(');
}

function withoutBodies(code: string, names: readonly string[]): string {
  if (names.length === 0) return code;
  const { body } = parseSync('module.js', code).program;
  let lean = code;
  for (const name of names) {
    const found = body.find((one) => one.type === 'FunctionDeclaration' && one.id?.name === name);
    if (found?.type !== 'FunctionDeclaration' || !found.body) throw new Error(`React Router has no function ${name}`);
    // Blanks keep the positions of the other functions.
    const { start, end } = found.body;
    lean = `${lean.slice(0, start)}{${' '.repeat(end - start - 2)}}${lean.slice(end)}`;
  }
  return lean;
}
