import type { Settings } from '#modules/payments/server/store-settings.ts';
import { originOf, otherOriginsOf } from '#platform/http/origins.ts';
import { aggregateMetrics } from '#platform/operations/cluster-metrics.ts';
import { loadOrCreateSecret } from '#platform/operations/secrets.ts';
import {
  claimPort,
  openProcesses,
  REUSE_PORT,
  readProcessOptions,
  reportReady,
} from '#platform/operations/worker-processes.ts';
import { openOutbox } from '#sandbox/outbox/outbox.ts';
import { loopbackAddress, openSandboxes } from './sandboxes.ts';
import { builtPages, openStore, type Store, type StoreOptions } from './server.ts';
import { connectSandboxes, type SharedSandboxes, shareSandboxes } from './shared-sandboxes.ts';

interface ProcessOptions extends Pick<StoreOptions, 'databaseUrl' | 'dataDir'> {
  port: number;
  sandboxes: SharedSandboxes;
}

/**
 * Opens the store in `WEB_CONCURRENCY` processes behind one port. This first process serves no requests: it runs single
 * instances, such as the demo's card gateway, and restarts processes that end.
 */
export async function openCluster(
  settings: Settings,
  place: Pick<StoreOptions, 'databaseUrl' | 'dataDir'>,
  log: (line: string) => void,
): Promise<{ close(): Promise<void> }> {
  const port = await claimPort(settings.PORT, settings.HOST);
  aggregateMetrics();
  // Created here, so that the processes do not create them at the same time.
  if (!settings.AUTH_SECRET) loadOrCreateSecret(place.dataDir, 'auth');
  if (!settings.SMTP_URL) openOutbox(place.dataDir).close();
  const sandboxes = await shareSandboxes(
    await openSandboxes(settings, place.dataDir, {
      origins: [originOf(settings), ...otherOriginsOf(settings)],
      address: () => loopbackAddress(settings.HOST, port),
      log: () => undefined,
    }),
  );
  const options: ProcessOptions = { ...place, port, sandboxes: sandboxes.shared };
  const processes = await openProcesses(settings.WEB_CONCURRENCY, options, log);
  return {
    async close() {
      await processes.close();
      await sandboxes.close();
    },
  };
}

/** Opens the store in this process, one of several. Returns undefined in the first process. */
export async function openClusterProcess(settings: Settings): Promise<Store | undefined> {
  const options = readProcessOptions<ProcessOptions>();
  if (!options) return undefined;
  const { sandboxes, port, ...place } = options;
  const store = await openStore(settings, {
    ...place,
    listen: { port, reusePort: REUSE_PORT },
    pages: builtPages,
    sandboxes: connectSandboxes(sandboxes),
  });
  reportReady();
  return store;
}
