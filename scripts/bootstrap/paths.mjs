import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Returns a path from the project's root. */
export const fromRoot = (...parts) => join(ROOT, ...parts);

/** The Node in node_modules. */
export const NODE = fromRoot('node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

/** Returns an error that is printed as one line, without a stack. */
export function expectedError(message) {
  return Object.assign(new Error(message), { isExpected: true });
}
