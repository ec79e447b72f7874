import type { Db } from './database.ts';

/**
 * Something that happened in a module. Modules that lie higher listen, so that calls go down and news goes up.
 * Listeners run inside the announcer's transaction: they succeed together or not at all.
 */
export interface DomainEvent<T> {
  readonly name: string;
  readonly listeners: ((db: Db, payload: T) => Promise<void>)[];
}

export function defineEvent<T>(name: string): DomainEvent<T> {
  return { name, listeners: [] };
}

export async function publish<T>(db: Db, news: DomainEvent<T>, payload: T): Promise<void> {
  for (const listener of news.listeners) await listener(db, payload);
}
