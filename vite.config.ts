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
      '@conform-to/react',
      '@conform-to/zod/v4',
      '@stripe/react-stripe-js',
      '@stripe/stripe-js/pure/index.js',
      'swiper',
      'swiper/modules',
    ],
  },
  build: { sourcemap: false, assetsInlineLimit: 0 },
});
