import { PAGE_MAX_AGE_MS } from '#platform/contract/live-protocol.ts';
import { afterCommit, type Db } from '#platform/database/database.ts';
import { openNotificationListener } from './notification-listener.ts';

/** For whoever keeps order, beside people by their ids. */
export const ADMINS = 'admins';
/** For when it is not known any more whom something concerns. */
const EVERYBODY = 'everybody';

/** In milliseconds: how long it is waited for others to be told together, and, at the end, for the last to be said. */
const GATHER = 50;
const FAREWELL = 1000;
/** Keys that are said in one go: ids of 36 characters, with a space each, in the 8,000 bytes that a notice may have. */
const TOGETHER = 200;
/** More than these are not remembered while the database is away. */
const MOST_UNTOLD = 10_000;

const tellers = new WeakMap<Db, (whom: readonly string[]) => void>();

/**
 * Tells these people's open pages, at whatever process they are, that something of theirs has changed, once that is
 * committed: people by their ids, or `ADMINS`. It is a hint and says nothing of what; pages ask. Who misses it sees the change
 * with the next look, and nobody waits for it. Where the process has no part in it, as a script has not, nobody is told.
 */
export function publishLive(db: Db, whom: readonly string[]): void {
  if (whom.length > 0) afterCommit(db, (db) => tellers.get(db)?.(whom));
}

export interface Live {
  /**
   * Calls back when something has changed for one of these, or has in the last `age` milliseconds; `missed` when it may have,
   * unheard. Gives what ends it.
   */
  listen(keys: readonly string[], age: number, hear: (missed: boolean) => void): () => void;
  close(): Promise<void>;
}

/**
 * Takes part in telling: what is told through these databases is heard by every process on the channel. The notice is a
 * statement after the commit, and one for all that is told in a moment, as commits that carry one wait for each other
 * (PreCommit_Notify in https://github.com/postgres/postgres/blob/REL_18_STABLE/src/backend/commands/async.c).
 */
export function openLive(url: string, databases: readonly Db[], onTrouble: (error: unknown) => void): Live {
  const hearers = new Map<string, Set<(missed: boolean) => void>>();
  const recent = new Map<string, number>();
  const untold = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  const channel = openNotificationListener(url, {
    name: 'changed',
    onTrouble,
    hear(keys) {
      for (const key of keys.split(' ')) {
        remember(key);
        if (key === EVERYBODY) hearAll();
        else for (const hear of hearers.get(key) ?? []) hear(false);
      }
    },
    listening() {
      // What was said before nobody here has heard.
      remember(EVERYBODY);
      hearAll();
      if (untold.size > 0) timer ??= setTimeout(say, GATHER);
    },
  });

  function hearAll(): void {
    for (const each of new Set([...hearers.values()].flatMap((all) => [...all]))) each(true);
  }

  /** Those told longest ago stand first. */
  function remember(key: string): void {
    const now = Date.now();
    recent.delete(key);
    recent.set(key, now);
    for (const [key, at] of recent) {
      if (now - at < PAGE_MAX_AGE_MS) break;
      recent.delete(key);
    }
  }

  const wasTold = (key: string, age: number) => Date.now() - (recent.get(key) ?? 0) < age;

  function gather(whom: readonly string[]): void {
    for (const key of whom) untold.add(key);
    if (untold.size > MOST_UNTOLD) {
      untold.clear();
      untold.add(EVERYBODY);
    }
    timer ??= setTimeout(say, GATHER);
  }

  /** What cannot be said now is said when the channel listens again: one on which something failed is given up. */
  async function say(): Promise<void> {
    const keys = [...untold];
    untold.clear();
    const words: string[] = [];
    for (let at = 0; at < keys.length; at += TOGETHER) words.push(keys.slice(at, at + TOGETHER).join(' '));
    const said = await channel.say(words).then(
      () => true,
      () => false,
    );
    if (!said) for (const key of keys) untold.add(key);
    timer = said && untold.size > 0 ? setTimeout(say, GATHER) : undefined;
  }

  for (const db of databases) tellers.set(db, gather);

  return {
    listen(keys, age, hear) {
      for (const key of keys) hearers.set(key, (hearers.get(key) ?? new Set()).add(hear));
      if ([...keys, EVERYBODY].some((key) => wasTold(key, age))) hear(false);
      return () => {
        for (const key of keys) {
          const all = hearers.get(key);
          all?.delete(hear);
          if (all?.size === 0) hearers.delete(key);
        }
      };
    },
    async close() {
      for (const db of databases) tellers.delete(db);
      clearTimeout(timer);
      if (untold.size > 0) await Promise.race([say(), new Promise((done) => setTimeout(done, FAREWELL).unref())]);
      clearTimeout(timer);
      await channel.close();
    },
  };
}
