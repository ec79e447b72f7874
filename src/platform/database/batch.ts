import { startWaiting } from './request-deadline.ts';

/**
 * Answers one by one what was asked one by one, and asks for all of it in one go that is asked for in one turn of the event
 * loop: a crowd costs few queries, somebody alone waits for nobody. Nothing is kept, so no answer is older than its
 * question. `load` gives one answer for each key, in their order; when it fails, it fails for all of them.
 */
export function batchPerTick<K, V>(load: (keys: readonly K[]) => Promise<readonly V[]>): (key: K) => Promise<V> {
  let asked: K[] = [];
  let answers: Promise<readonly V[]> | undefined;
  return (key) => {
    const place = asked.push(key) - 1;
    answers ??= new Promise((done) => setImmediate(done)).then(() => {
      const keys = asked;
      asked = [];
      answers = undefined;
      return load(keys);
    });
    const mine = answers;
    // The question is asked for the first of them; the others wait for it, too.
    return new Promise((resolve, reject) => {
      const stop = startWaiting(reject);
      mine.then((values) => resolve(values[place] as V), reject).finally(stop);
    });
  };
}
