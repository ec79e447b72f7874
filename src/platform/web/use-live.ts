import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigation, useRevalidator } from 'react-router';
import { HEARTBEAT_INTERVAL_MS, LIVE, PAGE_MAX_AGE_MS } from '#platform/contract/live-protocol.ts';
import { ageOf, revalidateInBackground } from './offline-cache.ts';

/** In milliseconds: a list is loaded again no sooner than this after it was, and the later, the longer that took, */
const PAUSE = 2000;
/** but not later than this; */
const LONGEST_PAUSE = 30_000;
/** what failed or was refused is asked for again after this, so that a store that comes back is not run over; */
const AGAIN = 15_000;
/** one that says nothing for so long is dead, whatever the browser thinks of it; */
const SILENCE = 2.5 * HEARTBEAT_INTERVAL_MS;
/** and this often it is looked whether a hand has left the table that must not move under it. */
const LOOK = 1000;

interface Watch {
  /** Whose list it is; nobody's, where nothing is watched. */
  personId: string | undefined;
  /** Whether rows keep their places while the pointer or the keyboard is at them: what is pressed there acts at once. */
  still: boolean;
}

/**
 * Loads the page's list again when the server says that something of this person's has changed, as long as somebody looks at
 * it. A line that breaks may have missed something: the list is loaded again when the line stands again.
 */
export function useLive({ personId, still }: Watch): void {
  const { revalidate, state: revalidation } = useRevalidator();
  const { pathname } = useLocation();
  const navigation = useNavigation();
  const isIdle = navigation.state === 'idle' && revalidation === 'idle';
  const due = useRef(false);
  const refresh = useRef<() => void>(undefined);
  const load = useEffectEvent(async () => {
    // What is loading would be begun anew, and who somebody is would not be asked.
    due.current = !isIdle;
    if (due.current) return true;
    const begun = performance.now();
    await revalidateInBackground(revalidate);
    return ageOf(pathname) <= performance.now() - begun;
  });
  const age = useEffectEvent(() => Math.round(ageOf(pathname)));
  const mustWait = useEffectEvent(() => still && isAtTable());

  useEffect(() => {
    if (!personId) return;
    const paced = pace(load, mustWait);
    refresh.current = paced.ask;
    const stop = watch(age, paced.ask);
    return () => {
      refresh.current = undefined;
      stop();
      paced.end();
    };
  }, [personId]);

  useEffect(() => {
    if (isIdle && due.current) refresh.current?.();
  }, [isIdle]);
}

/** A finger is nowhere when it presses nothing. */
function isAtTable(): boolean {
  const pointed = matchMedia('(hover: hover) and (pointer: fine)').matches ? 'main table:hover, ' : '';
  return document.querySelector(`${pointed}main table :focus-visible`) !== null;
}

/** Keeps a line to the server while somebody looks at the page. */
function watch(age: () => number, refresh: () => void): () => void {
  let line: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout>;
  let behind = age() > PAGE_MAX_AGE_MS;

  function open() {
    line = new EventSource(`/api/live?age=${Math.min(age(), PAGE_MAX_AGE_MS)}`);
    line.onmessage = () => {
      isAlive();
      refresh();
    };
    line.onopen = () => {
      isAlive();
      if (behind) refresh();
      behind = false;
    };
    line.onerror = () => {
      behind = true;
      // Broken, it is asked for again by itself; refused, it is not. Nobody may be signed in any more: the list finds out.
      if (line?.readyState !== EventSource.CLOSED) return;
      refresh();
      openLater(AGAIN * (1 + Math.random()));
    };
    line.addEventListener(LIVE.beat, isAlive);
    line.addEventListener(LIVE.full, close);
    isAlive();
  }
  function isAlive() {
    openLater(SILENCE);
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
    line?.close();
    line = undefined;
    behind = true;
  }
  // Browsers open few lines to one address: a page that nobody looks at gives its own back.
  function look() {
    if (document.hidden) close();
    else if (!line) open();
  }
  look();
  document.addEventListener('visibilitychange', look);
  return () => {
    document.removeEventListener('visibilitychange', look);
    close();
  };
}

/**
 * Does something when asked, one at a time and with a pause between: asked again meanwhile, it does it once more. `act` says
 * whether it worked; what did not is done again later.
 */
function pace(act: () => Promise<boolean>, mustWait: () => boolean): { ask(): void; end(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let due = false;
  let ended = false;
  function after(wait: number) {
    timer = setTimeout(() => {
      timer = undefined;
      if (due) ask();
    }, wait);
  }
  async function ask() {
    due = true;
    if (timer || ended) return;
    if (mustWait()) return after(LOOK);
    // Taken until the pause is known.
    after(SILENCE);
    due = false;
    const begun = performance.now();
    const worked = await act();
    clearTimeout(timer);
    due ||= !worked;
    const pause = Math.min(LONGEST_PAUSE, Math.max(PAUSE, 5 * (performance.now() - begun)));
    if (!ended) after(worked ? pause : AGAIN * (1 + Math.random()));
  }
  return {
    ask,
    end() {
      ended = true;
      clearTimeout(timer);
    },
  };
}
