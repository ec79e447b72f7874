import { withinDeadline } from './request-deadline.ts';

/**
 * Collects the keys requested in one event-loop turn and calls `load` once. Returns each caller its own value. Nothing is cached.
 * If `load` rejects, every caller of the batch rejects. `load` returns the values in the order of the keys.
 */
export function batchPerTick<K, V>(load: (keys: readonly K[]) => Promise<readonly V[]>): (key: K) => Promise<V> {
  let keys: K[] = [];
  let batch: Promise<readonly V[]> | undefined;
  return (key) => {
    const index = keys.push(key) - 1;
    batch ??= new Promise((turn) => setImmediate(turn)).then(() => {
      const loaded = keys;
      keys = [];
      batch = undefined;
      return load(loaded);
    });
    // `load` runs within the deadline of the first caller; the others have their own.
    return withinDeadline(
      batch.then((values) => values[index] as V),
      (late) => late,
    );
  };
}
