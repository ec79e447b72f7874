import type { Db } from '#platform/database/database.ts';
import { type ParsedText, parseText } from './text-query.ts';

const CACHE_TTL_MS = 5000;
const CACHE_MAX_TEXTS = 1000;

/** Creates a cache of parsed texts whose words are all known. It is cleared after a change of synonyms. */
export function createTextCache() {
  const cache = new Map<string, { parsed: ParsedText; expires: number }>();
  return {
    clear: () => cache.clear(),
    async parse(db: Db, typed: string | undefined): Promise<ParsedText | undefined> {
      if (typed === undefined) return undefined;
      const cached = cache.get(typed);
      if (cached && cached.expires > performance.now()) return cached.parsed;
      const parsed = await parseText(db, typed);
      if (cache.size >= CACHE_MAX_TEXTS) cache.clear();
      if (parsed.isKnown) cache.set(typed, { parsed, expires: performance.now() + CACHE_TTL_MS });
      return parsed;
    },
  };
}
