import type { Adapter, AdapterPayload } from 'oidc-provider';

interface Entry {
  payload: AdapterPayload;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

const MAX_ENTRIES = 5000;
const DEFAULT_TTL_S = 3600;

/** Returns a factory of storage adapters for oidc-provider. They share one map in memory, which evicts the oldest entries. */
export function createMemoryAdapter(): (model: string) => Adapter {
  const entries = new Map<string, Entry>();

  function read(key: string): AdapterPayload | undefined {
    const found = entries.get(key);
    return found && found.expiresAt > Date.now() ? found.payload : undefined;
  }
  return (model) => ({
    async upsert(id, payload, expiresIn) {
      const key = `${model}:${id}`;
      entries.delete(key);
      entries.set(key, { payload, expiresAt: Date.now() + (expiresIn || DEFAULT_TTL_S) * 1000 });
      // A map iterates in the order of insertion.
      for (const oldest of entries.keys()) {
        if (entries.size <= MAX_ENTRIES) break;
        entries.delete(oldest);
      }
    },
    find: async (id) => read(`${model}:${id}`),
    async findByUid(uid) {
      for (const [key, { payload }] of entries)
        if (key.startsWith(`${model}:`) && payload.uid === uid) return read(key);
      return undefined;
    },
    findByUserCode: async () => undefined,
    async consume(id) {
      const payload = read(`${model}:${id}`);
      if (payload) payload.consumed = Math.floor(Date.now() / 1000);
    },
    async destroy(id) {
      entries.delete(`${model}:${id}`);
    },
    async revokeByGrantId(grantId) {
      for (const [key, { payload }] of entries) if (payload.grantId === grantId) entries.delete(key);
    },
  });
}
