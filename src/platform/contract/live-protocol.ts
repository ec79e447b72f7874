/** Event names of the server-sent events at `GET /api/live`. A change is an event without a name. */
export const LIVE = {
  /** The stream is open. */
  hello: 'hello',
  /** Heartbeat, every `HEARTBEAT_INTERVAL_MS`. */
  beat: 'beat',
  /** The person has too many streams: this one ends, and the page does not reconnect before it is shown again. */
  full: 'full',
} as const;

export const HEARTBEAT_INTERVAL_MS = 25_000;

/** A page older than this reloads on connecting; a younger one is sent the changes since it was rendered. */
export const PAGE_MAX_AGE_MS = 15_000;
