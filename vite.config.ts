import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';
import { leanContracts } from './scripts/vite/lean-contracts.ts';
import { noServerCode } from './scripts/vite/no-server-code.ts';

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
    test: /\/node_modules\/lucide-react\/|\/src\/(ui|platform\/(web|contract)|modules\/[a-z]+\/rules)(?!.*(page-head|more-rows|run-action|row-action|form|values|faults|dialog|drawer|guard|upload|download|choice|select|photo|gallery|password|area|rich))/,
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
  },
  { name: 'member', test: /\/src\/modules\/identity\/(rules\.ts|web\/(not-for-you|provider-refusal)\.tsx?)$/ },
];

export default defineConfig({
  plugins: [noServerCode(), leanContracts(), reactRouter()],
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
