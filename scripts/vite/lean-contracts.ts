import { type ESTree, type Plugin, parseSync } from 'vite';

/** The properties of a call that the browser's client reads. */
const CLIENT_PROPERTIES = ['paged', 'file'];

/**
 * Removes the zod schemas from contracts in the client build. A module's calls need only their method and path there; a file
 * that imports a schema gets the complete contract. Pages without forms then load without zod (20 KB compressed).
 */
export function leanContracts(): Plugin {
  return {
    name: 'lean-contracts',
    enforce: 'post',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    transform(code, id) {
      if (!/\/src\/modules\/[^?]*contract\.ts(\?whole)?$/.test(id)) return;
      return { code: id.endsWith('?whole') ? code : leanContract(code, id), map: null, moduleSideEffects: false };
    },
  };
}

/**
 * Returns the client's code of a contract: the calls without their schemas, and everything else re-exported from the complete
 * file (`?whole`). A name that is exported here takes precedence over the same name from `export *`.
 */
export function leanContract(code: string, id: string): string {
  const calls = parseSync(id, code).program.body.flatMap((statement) =>
    statement.type === 'ExportNamedDeclaration' && statement.declaration?.type === 'VariableDeclaration'
      ? statement.declaration.declarations.flatMap((declared) => leanCall(declared, code) ?? [])
      : [],
  );
  const rest = `export * from '${id}?whole';`;
  return [`import { defineCall } from '#platform/contract/call.ts';`, rest, ...calls].join('\n');
}

/** Returns a `defineCall` declaration without schemas. Returns undefined for other code, and for uploads, which need theirs. */
function leanCall({ id, init }: ESTree.VariableDeclarator, code: string): string | undefined {
  if (id.type !== 'Identifier' || init?.type !== 'CallExpression') return;
  if (init.callee.type !== 'Identifier' || init.callee.name !== 'defineCall') return;
  const [line, spec] = init.arguments;
  if (line?.type !== 'Literal' || spec?.type !== 'ObjectExpression') return;
  const properties = spec.properties.flatMap((property) =>
    property.type === 'Property' && property.key.type === 'Identifier'
      ? [{ name: property.key.name, text: code.slice(property.start, property.end) }]
      : [],
  );
  if (properties.some(({ name }) => name === 'upload')) return;
  const kept = properties.filter(({ name }) => CLIENT_PROPERTIES.includes(name)).map(({ text }) => text);
  return `export const ${id.name} = /* @__PURE__ */ defineCall(${line.raw}, { ${kept.join(', ')} });`;
}
