import { reactRouter } from '@react-router/dev/vite';
import { defineConfig, type Plugin } from 'vite';

/** React Router strips only `.server` names from the browser's bundle; our server code lives in `/server/` folders. */
function noServerCodeInTheBrowser(): Plugin {
  return {
    name: 'no-server-code-in-the-browser',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    load(id) {
      if (/\/src\/.*\/server\//.test(id)) throw new Error(`${id} is server code and must not reach the browser`);
    },
  };
}

export default defineConfig({
  plugins: [noServerCodeInTheBrowser(), reactRouter()],
  build: { sourcemap: false, assetsInlineLimit: 0 },
});
