import type { Adapter, AdapterPayload } from 'oidc-provider';

interface Kept {
  payload: AdapterPayload;
  until: number;
}

const MOST = 5000;

/** Keeps what the provider knows in memory: a sign-in takes seconds, and nothing of it is worth more than that. */
export function createMemory(): (model: string) => Adapter {
  const kept = new Map<string, Kept>();

  function read(key: string): AdapterPayload | undefined {
    const found = kept.get(key);
    return found && found.until > Date.now() ? found.payload : undefined;
  }
  function search(model: string, fits: (payload: AdapterPayload) => boolean): AdapterPayload | undefined {
    for (const [key, { payload }] of kept) if (key.startsWith(`${model}:`) && fits(payload)) return read(key);
    return undefined;
  }
  return (model) => ({
    async upsert(id, payload, expiresIn) {
      const key = `${model}:${id}`;
      kept.delete(key);
      kept.set(key, { payload, until: Date.now() + (expiresIn || 3600) * 1000 });
      // Entries lie in the order of their writing.
      for (const oldest of kept.keys()) {
        if (kept.size <= MOST) break;
        kept.delete(oldest);
      }
    },
    find: async (id) => read(`${model}:${id}`),
    findByUid: async (uid) => search(model, (payload) => payload.uid === uid),
    findByUserCode: async () => undefined,
    async consume(id) {
      const payload = read(`${model}:${id}`);
      if (payload) payload.consumed = Math.floor(Date.now() / 1000);
    },
    async destroy(id) {
      kept.delete(`${model}:${id}`);
    },
    async revokeByGrantId(grantId) {
      for (const [key, { payload }] of kept) if (payload.grantId === grantId) kept.delete(key);
    },
  });
}
