import files from 'virtual:words-of-files';
import type { EntryContext } from 'react-router';
import type { Language, MessageKey } from '#i18n/messages.ts';
import { preparedWords } from '#platform/web/message-loader.ts';
import type { PageWords } from '#platform/web/page-messages.ts';

const kept = new Map<string, PageWords>();

/** What a page may say in the browser, in a language that was prepared: the words of its files, and of those they may fetch. */
export function wordsOfPage(language: Language, { manifest, staticHandlerContext }: EntryContext): PageWords {
  const ids = staticHandlerContext.matches.map(({ route }) => route.id);
  const name = [language, ...ids].join(' ');
  const known = kept.get(name);
  if (known) return known;
  const parts = ids.flatMap((id) => Object.values(manifest.routes[id] ?? {}));
  const roots = [manifest.entry.module, ...parts].filter((part) => typeof part === 'string');
  const json = JSON.stringify(pick(preparedWords(language), files && keysOf(roots, files)));
  const words = { name, json };
  kept.set(name, words);
  return words;
}

function keysOf(roots: string[], told: NonNullable<typeof files>): Set<MessageKey> {
  const seen = new Set(roots);
  const keys = new Set<MessageKey>();
  // A set grows while it is walked.
  for (const name of seen) {
    for (const key of told[name]?.says ?? []) keys.add(key);
    for (const next of told[name]?.fetches ?? []) seen.add(next);
  }
  return keys;
}

function pick<T extends object>(from: T, keys: Set<keyof T> | null): Partial<T> {
  if (!keys) return from;
  return Object.fromEntries(Object.entries(from).filter(([key]) => keys.has(key as keyof T))) as Partial<T>;
}
