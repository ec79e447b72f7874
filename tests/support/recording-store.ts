import { afterAll, beforeEach, vi } from 'vitest';
import { openProviderStore } from './provider-store.ts';

/** Limits that no test reaches. */
export const HIGH_LIMITS = { LIMIT_HOLDS: '1000', LIMIT_INTENTS: '1000', LIMIT_TRIES: '1000', LIMIT_WRITES: '1000' };

interface Recording {
  /** Returns the name of a request under which it is recorded; undefined for one that is not. */
  nameOf(url: URL, body: unknown): string | undefined;
  /** Returns the answer of a server that a test cannot reach. */
  answer?(url: URL): Response | undefined;
}

/**
 * Opens a store that records the requests of the store to providers and to Amazon, and the messages of SSLCommerz. Before each
 * test it forgets them and removes all faults.
 */
export async function openRecordingStore(overrides: Record<string, string>, { nameOf, answer }: Recording) {
  const asked: string[] = [];
  const messages: Record<string, string>[] = [];
  const through = globalThis.fetch;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const url = new URL(String(input));
    const isMessage = url.pathname.endsWith('/sslcommerz/ipn');
    if (isMessage) messages.push(Object.fromEntries(init?.body as URLSearchParams));
    const name = isMessage ? undefined : nameOf(url, init?.body);
    if (name !== undefined) asked.push(name);
    return answer?.(url) ?? through(input, init);
  });
  const providerStore = await openProviderStore(overrides);
  afterAll(async () => {
    await providerStore.close();
    vi.restoreAllMocks();
  });
  beforeEach(() => {
    providerStore.clearFaults();
    asked.length = 0;
    messages.length = 0;
  });
  return { ...providerStore, asked, messages };
}
