import type { Db } from './database.ts';

/** An event for higher modules. Listeners run in the publisher's transaction, so that all succeed or none. */
export interface DomainEvent<T> {
  readonly name: string;
  readonly listeners: ((db: Db, payload: T) => Promise<void>)[];
}

/** Returns an event without listeners. `api.ts` adds them. */
export function defineEvent<T>(name: string): DomainEvent<T> {
  return { name, listeners: [] };
}

/** Runs the listeners of an event one after the other, in the transaction of `db`. */
export async function publish<T>(db: Db, event: DomainEvent<T>, payload: T): Promise<void> {
  for (const listener of event.listeners) await listener(db, payload);
}
