import type { BenchDatabase } from './bench-database.ts';
import { repeatOnSteal } from './cpu-steal.ts';
import { largestCategory } from './lists.ts';
import { type Measurement, measureLoad, warmUp } from './load.ts';
import type { BenchServer } from './servers.ts';
import { type BenchUser, registerBuyers, signedInLoad } from './users.ts';

export const SMALL_STORE_PRODUCTS_COUNT = 1000;

export interface SizeResults {
  small: Measurement[];
  large: Measurement[];
}

interface LargeStore {
  database: BenchDatabase;
  store: BenchServer;
  buyers: BenchUser[];
}

/** Measures the category's first page of a small and a large store, in turn. */
export async function compareSizes(small: BenchDatabase, large: LargeStore, rounds: number): Promise<SizeResults> {
  const store = await small.startStore();
  try {
    const buyers = await registerBuyers(store.address, large.buyers.length);
    const smallStore = { database: small, store, buyers };
    const loads = await Promise.all(
      [smallStore, large].map(async ({ database, store, buyers }) => ({
        store,
        load: signedInLoad(`/api/products/category/${await largestCategory(database.db)}`, buyers),
      })),
    );
    for (const { store, load } of loads) await warmUp(store, load);
    const measurements: [Measurement[], Measurement[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      // The order alternates, so that neither profits from being second.
      const order = [...loads.entries()];
      for (const [at, { store, load }] of round % 2 ? order.toReversed() : order)
        measurements[at]?.push(await repeatOnSteal(() => measureLoad(store, load)));
    }
    return { small: measurements[0], large: measurements[1] };
  } finally {
    await store.stop();
  }
}
