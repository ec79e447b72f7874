import { useEffect, useEffectEvent, useRef } from 'react';
import { useFetchers, useLocation, useNavigation, useRevalidator } from 'react-router';
import { HEARTBEAT_INTERVAL_MS, LIVE, PAGE_MAX_AGE_MS } from '#platform/contract/live-protocol.ts';
import { ageOf, revalidateInBackground } from './offline-cache.ts';

/** The pause between two loads of a list; it grows with the duration of the last load. */
const RELOAD_MIN_PAUSE_MS = 2000;
const RELOAD_MAX_PAUSE_MS = 30_000;
/** After a failure or a refused stream. Random up to twice as long, so that clients do not reconnect all at once. */
const RETRY_DELAY_MS = 15_000;
/** A stream without events for this time is closed and opened again. */
const SILENCE_TIMEOUT_MS = 2.5 * HEARTBEAT_INTERVAL_MS;
/** The interval of the check whether the pointer or the focus is in the table. */
const IN_USE_CHECK_MS = 1000;

interface LiveOptions {
  /** The owner of the list; undefined without live updates. */
  personId: string | undefined;
  /** Whether the list waits while the pointer or the focus is in the table: its buttons act at once, so rows must not move. */
  keepsPlaces: boolean;
}

/**
 * Loads the page's list again when the server reports a change of the user's data, while the page is visible. A stream that
 * broke may have missed a change: the list loads again when the stream is open again.
 */
export function useLive({ personId, keepsPlaces }: LiveOptions): void {
  const { revalidate, state: revalidation } = useRevalidator();
  const address = useLocation();
  const navigation = useNavigation();
  // A form that was sent loads the page, too.
  const isSending = useFetchers().length > 0;
  const isIdle = navigation.state === 'idle' && revalidation === 'idle' && !isSending;
  const isDue = useRef(false);
  const refresh = useRef<() => void>(undefined);
  const load = useEffectEvent(async () => {
    // A load in progress would restart, without reading the session.
    isDue.current = !isIdle;
    if (isDue.current) return true;
    const startedAt = performance.now();
    await revalidateInBackground(revalidate);
    return ageOf(address) <= performance.now() - startedAt;
  });
  const age = useEffectEvent(() => Math.round(ageOf(address)));
  const mustWait = useEffectEvent(() => keepsPlaces && isTableInUse());

  useEffect(() => {
    if (!personId) return;
    const reloads = runWithPauses(load, mustWait);
    refresh.current = reloads.request;
    const stop = openEventStream(age, reloads.request);
    return () => {
      refresh.current = undefined;
      stop();
      reloads.end();
    };
  }, [personId]);

  useEffect(() => {
    if (isIdle && isDue.current) refresh.current?.();
  }, [isIdle]);
}

/** A touch screen has no pointer between two touches. */
function isTableInUse(): boolean {
  const pointed = matchMedia('(hover: hover) and (pointer: fine)').matches ? 'main table:hover, ' : '';
  return document.querySelector(`${pointed}main table :focus-visible`) !== null;
}

/** Keeps a stream of server-sent events open while the page is visible. Returns a function that ends it. */
function openEventStream(age: () => number, refresh: () => void): () => void {
  let stream: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout>;
  let hasMissedEvents = age() > PAGE_MAX_AGE_MS;

  function open() {
    stream = new EventSource(`/api/live?age=${Math.min(age(), PAGE_MAX_AGE_MS)}`);
    stream.onmessage = () => {
      isAlive();
      refresh();
    };
    stream.onopen = () => {
      isAlive();
      if (hasMissedEvents) refresh();
      hasMissedEvents = false;
    };
    stream.onerror = () => {
      hasMissedEvents = true;
      // The browser reopens a broken stream, not a refused one. Loading the list finds out whether the session ended.
      if (stream?.readyState !== EventSource.CLOSED) return;
      refresh();
      openLater(RETRY_DELAY_MS * (1 + Math.random()));
    };
    stream.addEventListener(LIVE.beat, isAlive);
    stream.addEventListener(LIVE.full, close);
    isAlive();
  }
  function isAlive() {
    openLater(SILENCE_TIMEOUT_MS);
  }
  function openLater(wait: number) {
    clearTimeout(timer);
    timer = setTimeout(() => {
      close();
      open();
    }, wait);
  }
  function close() {
    clearTimeout(timer);
    stream?.close();
    stream = undefined;
    hasMissedEvents = true;
  }
  // Browsers open few connections to one host: a hidden page closes its own.
  function followVisibility() {
    if (document.hidden) close();
    else if (!stream) open();
  }
  followVisibility();
  document.addEventListener('visibilitychange', followVisibility);
  return () => {
    document.removeEventListener('visibilitychange', followVisibility);
    close();
  };
}

/**
 * Returns a function that runs `act`, one run at a time with a pause between. A request during a run causes one more run.
 * `act` returns whether it worked; a failed run is repeated later.
 */
function runWithPauses(act: () => Promise<boolean>, mustWait: () => boolean): { request(): void; end(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isDue = false;
  let hasEnded = false;
  function waitThenRun(wait: number) {
    timer = setTimeout(() => {
      timer = undefined;
      if (isDue) request();
    }, wait);
  }
  async function request() {
    isDue = true;
    if (timer || hasEnded) return;
    if (mustWait()) return waitThenRun(IN_USE_CHECK_MS);
    // Blocks further runs until the pause is known.
    waitThenRun(SILENCE_TIMEOUT_MS);
    isDue = false;
    const startedAt = performance.now();
    const hasWorked = await act();
    clearTimeout(timer);
    isDue ||= !hasWorked;
    const pause = Math.min(RELOAD_MAX_PAUSE_MS, Math.max(RELOAD_MIN_PAUSE_MS, 5 * (performance.now() - startedAt)));
    if (!hasEnded) waitThenRun(hasWorked ? pause : RETRY_DELAY_MS * (1 + Math.random()));
  }
  return {
    request,
    end() {
      hasEnded = true;
      clearTimeout(timer);
    },
  };
}
