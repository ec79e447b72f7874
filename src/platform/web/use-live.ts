import { useEffect, useEffectEvent } from 'react';
import { useRevalidator } from 'react-router';

/** How old a page may be that was not the first in its tab, in milliseconds; and more than that is not asked for. */
const LOADED = 2000;
const OLDEST = 15_000;
let first = true;

/** In milliseconds: a list is loaded again no sooner than this after it was; */
const PAUSE = 2000;
/** and a line that was refused is asked for again after this, so that a store that comes back is not run over. */
const AGAIN = 15_000;

/**
 * Loads the page again when the server says that something of this person's has changed, as long as somebody looks at it. A
 * line that breaks may have missed something: the page is loaded again when it stands again, and when it is looked at again.
 */
export function useLive(personId: string | undefined): void {
  const { revalidate } = useRevalidator();
  const load = useEffectEvent(() => revalidate());

  useEffect(() => {
    if (!personId) return;
    const refresh = paced(() => load());
    let line: EventSource | undefined;
    let again: ReturnType<typeof setTimeout>;
    let behind = false;

    function open() {
      // A document is as old as its tab's way to it. What changed since then is told.
      const age = first ? Math.min(Math.round(performance.now()), OLDEST) : LOADED;
      first = false;
      line = new EventSource(`/api/live?age=${age}`);
      line.onmessage = refresh;
      line.onopen = () => {
        if (behind) refresh();
        behind = false;
      };
      line.onerror = () => {
        behind = true;
        // Refused, it is not asked for again by itself. The page finds out why: nobody is signed in any more, perhaps.
        if (line?.readyState !== EventSource.CLOSED) return;
        again = setTimeout(
          () => {
            refresh();
            open();
          },
          AGAIN * (1 + Math.random()),
        );
      };
    }
    function close() {
      clearTimeout(again);
      line?.close();
      line = undefined;
    }
    // Browsers open few lines to one address: a page that nobody looks at gives its own back.
    function look() {
      if (document.hidden) {
        close();
        behind = true;
      } else if (!line) open();
    }
    look();
    document.addEventListener('visibilitychange', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      close();
      refresh.end();
    };
  }, [personId]);
}

/** Does something when asked, one at a time and with a pause between: asked again meanwhile, it does it once more. */
function paced(act: () => Promise<unknown>): { (): void; end(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let busy = false;
  let due = false;
  let ended = false;
  async function ask() {
    if (busy) due = true;
    if (busy || ended) return;
    busy = true;
    due = false;
    await act();
    timer = setTimeout(() => {
      busy = false;
      if (due) ask();
    }, PAUSE);
  }
  return Object.assign(() => void ask(), {
    end() {
      ended = true;
      clearTimeout(timer);
    },
  });
}
