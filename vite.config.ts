import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';
import { serviceWorker } from './scripts/vite/build-service-worker.ts';
import { iconSprite } from './scripts/vite/icon-sprite.ts';
import { leanContracts } from './scripts/vite/lean-contracts.ts';
import { leanPackages } from './scripts/vite/lean-packages.ts';
import { noServerCode } from './scripts/vite/no-server-code.ts';

/**
 * Chunks that would otherwise be dozens of small files, each with its own request. Small files also compress badly.
 * Measured on the home page: 11 files instead of 39, and 7 KB less JavaScript.
 */
const CHUNK_GROUPS = [
  // Separate, as it changes only with an update of React.
  { name: 'framework', test: /\/node_modules\/(react|react-dom|scheduler|react-router)\//, priority: 3 },
  // The frame of every page, the styles of all small components, and small parts that most pages use. Also the styles of
  // panels that replace a page.
  {
    name: 'shell',
    test: /\/src\/(root\.tsx|site\/layout\.tsx|site\/products\/(compact-card|may-save)|site\/shell\/(?!suggest|recent|closed|share|install-(sheet|times)|error-panel|not-found|offline-panel)|ui\/((progress-line|product-card|picture|price|avatar|alert|empty-state|lazy-overlays|after-paint)\.|tone|[\w-]+\.css)|platform\/(web\/error-reply|contract\/(call|roles)\.ts)|modules\/((catalogue|search)\/rules|search\/web\/format-count|identity\/web\/wrong-role\.css|account\/web\/start-panel\.css))/,
    priority: 2,
  },
  // Code that the item page shares with the lists of items and orders.
  {
    name: 'goods',
    test: /\/src\/(ui\/(skeleton|breadcrumb)|i18n\/deadline-format|platform\/(contract\/typed-input|lists\/paging)|modules\/(bookings|photos|handover)\/rules)/,
    minShareCount: 3,
    priority: 1,
  },
  // Panels that replace a page without a network: one file, which is saved with the offline page.
  { name: 'offline', test: /\/src\/site\/shell\/((error|not-found|offline)-panel)\.tsx$/, priority: 2 },
  // The results of actions, and forms without a script.
  { name: 'actions', test: /\/src\/platform\/forms\/(before-script|(use-)?action-result|run-action)/, priority: 0.5 },
  // Filters have fields without a form.
  { name: 'field', test: /\/src\/ui\/(field|text-field|select-field)\.tsx$/, minShareCount: 2, priority: 0.5 },
  // The fields of forms.
  {
    name: 'form',
    test: /\/src\/(platform\/forms\/(form|form-end|password-field)|ui\/(choice-cards|error-summary|select-field))\.tsx$/,
    minShareCount: 2,
  },
  // Code for each item in a list and on the item page.
  {
    name: 'offers',
    test: /\/src\/(ui\/product-facts|platform\/lists\/ago|site\/products\/(offers-error|product-heart)|modules\/(wishlist\/web\/wishes|search\/filters\.rules))/,
    minShareCount: 2,
  },
  // Code that books an item, for category and item pages.
  {
    name: 'book',
    test: /\/src\/(site\/products\/(offer-(buttons|actions)|booking-part)|modules\/moderation\/web\/report-button)/,
    minShareCount: 2,
  },
  // My account and the dashboard's frame both offer to sell or to buy as well.
  { name: 'start', test: /\/src\/modules\/account\/web\/(start-|contact-fields|forms)/, minShareCount: 2 },
  // The rows of the dashboard's lists.
  {
    name: 'rows',
    test: /\/src\/platform\/(lists\/more-rows|forms\/(row-question|use-row-action))/,
    minShareCount: 2,
  },
  // The frame of the dashboard, and the button of its payments and orders.
  {
    name: 'dashboard',
    test: /\/src\/(site\/dashboard-(layout|pages)|platform\/lists\/page-head|modules\/identity\/rules|ui\/copy-button)/,
  },
];

export default defineConfig({
  plugins: [iconSprite(), noServerCode(), leanContracts(), leanPackages(), serviceWorker(), reactRouter()],
  // Bundled at the start, so that the first page in development does not reload for each that Vite discovers.
  optimizeDeps: {
    include: [
      'react',
      'react/jsx-runtime',
      'react/jsx-dev-runtime',
      'react-dom',
      'react-dom/client',
      'react-router',
      'react-router/dom',
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
  // Bundles the used parts of these packages, so that the server loads one file instead of hundreds.
  ssr: { noExternal: [/^@base-ui\//] },
  build: { sourcemap: false, assetsInlineLimit: 0 },
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting: { groups: CHUNK_GROUPS } } } } } },
});
