import { originOf, otherOriginsOf } from '#platform/http/origins.ts';
import { aggregateMetrics } from '#platform/operations/cluster-metrics.ts';
import { loadOrCreateSecret } from '#platform/operations/secrets.ts';
import type { Settings } from '#platform/operations/settings.ts';
import {
  claimPort,
  KERNEL_SHARES,
  openProcesses,
  sayReady,
  toldByFirst,
} from '#platform/operations/worker-processes.ts';
import { openOutbox } from '#sandbox/outbox/outbox.ts';
import { loopbackAddress, openSandboxes } from './sandboxes.ts';
import { builtPages, openStore, type Store, type StoreOptions } from './server.ts';
import { connectSandboxes, type SharedSandboxes, shareSandboxes } from './shared-sandboxes.ts';

interface Told extends Pick<StoreOptions, 'databaseUrl' | 'dataDir'> {
  port: number;
  sandboxes: SharedSandboxes;
}

/**
 * Opens the store in `WEB_CONCURRENCY` processes behind one port. This first one answers nobody: it holds what there is once,
 * such as the demo's card gateway, and starts again whichever of the others ends.
 */
export async function openCluster(
  settings: Settings,
  place: Pick<StoreOptions, 'databaseUrl' | 'dataDir'>,
  log: (line: string) => void,
): Promise<{ close(): Promise<void> }> {
  const port = await claimPort(settings.PORT, settings.HOST);
  aggregateMetrics();
  // What each would make at its first start is made before they could do so at once.
  if (!settings.AUTH_SECRET) loadOrCreateSecret(place.dataDir, 'auth');
  if (!settings.SMTP_URL) openOutbox(place.dataDir).close();
  const sandboxes = await shareSandboxes(
    await openSandboxes(settings, place.dataDir, {
      origins: [originOf(settings), ...otherOriginsOf(settings)],
      address: () => loopbackAddress(settings.HOST, port),
      log: () => undefined,
    }),
  );
  const told: Told = { ...place, port, sandboxes: sandboxes.shared };
  const processes = await openProcesses(settings.WEB_CONCURRENCY, told, log);
  return {
    async close() {
      await processes.close();
      await sandboxes.close();
    },
  };
}

/** Opens the store in this process, if it is one of several; undefined in the first one. */
export async function openClusterProcess(settings: Settings): Promise<Store | undefined> {
  const told = toldByFirst<Told>();
  if (!told) return undefined;
  const { sandboxes, port, ...place } = told;
  const store = await openStore(settings, {
    ...place,
    listen: { port, reusePort: KERNEL_SHARES },
    pages: builtPages,
    sandboxes: connectSandboxes(sandboxes),
  });
  sayReady();
  return store;
}
