import type { Plugin } from 'vite';

/** Folders that the browser must never load. */
const SERVER_CODE =
  /\/src\/(.*\/server|platform\/(?!(contract|web|forms|lists)\/)[\w-]+|rendering|backup|embedded-postgres|demo|sandbox)\//;

/** Fails the client build when it reaches server code. React Router itself removes only files named `.server`. */
export function noServerCode(): Plugin {
  return {
    name: 'no-server-code',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    load(id) {
      if (SERVER_CODE.test(id)) throw new Error(`${id} is server code and must not reach the browser`);
    },
  };
}
