/**
 * What a line of live events says (`GET /api/live`), as names of server-sent events. That something has changed is a message
 * without a name.
 */
export const LIVE = {
  /** It stands. */
  hello: 'hello',
  /** It still does; said every `BEAT` milliseconds. */
  beat: 'beat',
  /** This person has too many; this one ends and is not to be asked for again until somebody looks at the page anew. */
  full: 'full',
} as const;

export const BEAT = 25_000;

/** Changes are told to a page that was made before them, if that was no longer ago than this, in milliseconds. */
export const OLDEST = 15_000;
