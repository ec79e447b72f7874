import { createHash } from 'node:crypto';
import { build, type Plugin, type Rolldown } from 'vite';

/** Modules that a tap loads. The worker saves them before, so that the tap works without a network. */
const PRECACHED_MODULES = [
  '/src/ui/toast-list.tsx',
  '/src/ui/photo-viewer.tsx',
  '/src/modules/bookings/web/booking-dialog.tsx',
  '/src/platform/forms/form-check.ts',
];

/**
 * Adds `sw.js` to the browser's build: one file without imports, as some browsers want it. It ends with a hash of the
 * built file names, so that browsers install it again after each change.
 */
export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    async generateBundle(_options, bundle) {
      const names = createHash('sha256').update(Object.keys(bundle).sort().join()).digest('hex');
      const source = `${await bundleWorker(filesOf(bundle))}\n// ${names}\n`;
      this.emitFile({ type: 'asset', fileName: 'sw.js', source });
    },
  };
}

/** Returns the paths of the precached modules' files, and of those that they import. */
function filesOf(bundle: Rolldown.OutputBundle): string[] {
  const files = new Set<string>();
  function add(name: string): void {
    const part = bundle[name];
    if (files.has(`/${name}`)) return;
    files.add(`/${name}`);
    if (part?.type === 'chunk')
      for (const other of [...part.imports, ...(part.viteMetadata?.importedCss ?? [])]) add(other);
  }
  for (const part of Object.values(bundle))
    if (part.type === 'chunk' && part.moduleIds.some((id) => PRECACHED_MODULES.some((module) => id.endsWith(module))))
      add(part.fileName);
  return [...files].sort();
}

async function bundleWorker(precachedFiles: string[]): Promise<string> {
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: { PRECACHED_FILES: JSON.stringify(precachedFiles) },
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: { input: 'src/service-worker.ts', output: { format: 'iife' } },
    },
  });
  const [result] = [built].flat();
  const chunk = result && 'output' in result ? result.output.find((part) => part.type === 'chunk') : undefined;
  if (!chunk) throw new Error('The service worker was not built');
  return chunk.code;
}
