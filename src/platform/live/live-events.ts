import { PAGE_MAX_AGE_MS } from '#platform/contract/live-protocol.ts';
import { succeeds } from '#platform/contract/succeeds.ts';
import { afterCommit, type Db } from '#platform/database/database.ts';
import { openNotificationListener } from './notification-listener.ts';

/** The key of all admins, beside the ids of people. */
export const ADMINS = 'admins';
/** The key that notifies all listeners, after keys were dropped. */
const ALL_LISTENERS = 'everybody';

/** Keys that are published within this time go out in one statement. */
const BATCH_DELAY_MS = 50;
/** How long closing waits for the last batch. */
const CLOSE_TIMEOUT_MS = 1000;
/** Keys of one notification: ids of 36 characters and a space each, in the 8,000 bytes that PostgreSQL allows. */
const NOTIFICATION_MAX_KEYS = 200;
/** Maximum number of keys kept during an outage. Above it, one ALL_LISTENERS key replaces them. */
const UNPUBLISHED_MAX_KEYS = 10_000;

const publishers = new WeakMap<Db, (keys: readonly string[]) => void>();

/**
 * Notifies the open pages of these people, in every process, of a change, after the commit. Keys are ids
 * of people, or `ADMINS`. Nothing waits for it, and a page that misses it sees the change when it loads again. In a
 * script, which opens no live events, it does nothing.
 */
export function publishLive(db: Db, keys: readonly string[]): void {
  if (keys.length > 0) afterCommit(db, (db) => publishers.get(db)?.(keys));
}

export interface Live {
  /**
   * Subscribes to keys. Calls `onChange` for each change, and at once for one in the last `ageMs`; `hasMissed` is true when
   * changes may have been missed. Returns a function that unsubscribes.
   */
  listen(keys: readonly string[], ageMs: number, onChange: (hasMissed: boolean) => void): () => void;
  close(): Promise<void>;
}

/**
 * Sends the events published through these databases to every process that listens at `url`, and subscribes to them. A
 * notification is a separate statement after the commit, because commits that notify wait for each other
 * (PreCommit_Notify in https://github.com/postgres/postgres/blob/REL_18_STABLE/src/backend/commands/async.c).
 */
export function openLive(url: string, databases: readonly Db[], onError: (error: unknown) => void): Live {
  const subscribers = new Map<string, Set<(hasMissed: boolean) => void>>();
  const recent = new Map<string, number>();
  const unpublished = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  const listener = openNotificationListener(url, {
    channel: 'changed',
    onError,
    onNotification(payload) {
      for (const key of payload.split(' ')) {
        remember(key);
        if (key === ALL_LISTENERS) notifyAll();
        else for (const onChange of subscribers.get(key) ?? []) onChange(false);
      }
    },
    onListening() {
      // Notifications before this moment were missed.
      remember(ALL_LISTENERS);
      notifyAll();
      if (unpublished.size > 0) timer ??= setTimeout(publishBatch, BATCH_DELAY_MS);
    },
  });

  function notifyAll(): void {
    for (const onChange of new Set([...subscribers.values()].flatMap((all) => [...all]))) onChange(true);
  }

  /** The map keeps the oldest keys first. */
  function remember(key: string): void {
    const now = Date.now();
    recent.delete(key);
    recent.set(key, now);
    for (const [key, at] of recent) {
      if (now - at < PAGE_MAX_AGE_MS) break;
      recent.delete(key);
    }
  }

  const isRecent = (key: string, ageMs: number) => Date.now() - (recent.get(key) ?? 0) < ageMs;

  function addToBatch(keys: readonly string[]): void {
    for (const key of keys) unpublished.add(key);
    if (unpublished.size > UNPUBLISHED_MAX_KEYS) {
      unpublished.clear();
      unpublished.add(ALL_LISTENERS);
    }
    timer ??= setTimeout(publishBatch, BATCH_DELAY_MS);
  }

  /** A batch that fails is published when the listener has connected again. */
  async function publishBatch(): Promise<void> {
    const keys = [...unpublished];
    unpublished.clear();
    const payloads: string[] = [];
    for (let at = 0; at < keys.length; at += NOTIFICATION_MAX_KEYS)
      payloads.push(keys.slice(at, at + NOTIFICATION_MAX_KEYS).join(' '));
    const isPublished = await succeeds(listener.notify(payloads));
    if (!isPublished) for (const key of keys) unpublished.add(key);
    timer = isPublished && unpublished.size > 0 ? setTimeout(publishBatch, BATCH_DELAY_MS) : undefined;
  }

  for (const db of databases) publishers.set(db, addToBatch);

  return {
    listen(keys, ageMs, onChange) {
      for (const key of keys) subscribers.set(key, (subscribers.get(key) ?? new Set()).add(onChange));
      if ([...keys, ALL_LISTENERS].some((key) => isRecent(key, ageMs))) onChange(false);
      return () => {
        for (const key of keys) {
          const all = subscribers.get(key);
          all?.delete(onChange);
          if (all?.size === 0) subscribers.delete(key);
        }
      };
    },
    async close() {
      for (const db of databases) publishers.delete(db);
      clearTimeout(timer);
      const timeout = () => new Promise((resolve) => setTimeout(resolve, CLOSE_TIMEOUT_MS).unref());
      if (unpublished.size > 0) await Promise.race([publishBatch(), timeout()]);
      clearTimeout(timer);
      await listener.close();
    },
  };
}
