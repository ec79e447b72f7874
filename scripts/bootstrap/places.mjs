import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** A way in the project, from its root. */
export const at = (...parts) => join(ROOT, ...parts);

/** The Node that the project brings along. */
export const NODE = at('node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

/** A failure that one line explains. */
export function failure(message) {
  return Object.assign(new Error(message), { forPeople: true });
}
