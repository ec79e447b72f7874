/**
 * An open overlay has an entry of its own in the browser's history, with the page's address and state, so that Back closes
 * it. The router does not see these entries: the state is the page's, and this file handles their `popstate` events first.
 */

/** Closes the overlay, or does something else. Returns true when it stays open. */
type OnBack = () => boolean;

const overlays: { onBack: OnBack }[] = [];
/** In the state of an entry: how many overlays are open there. */
const DEPTH = 'overlays';

interface EntryState {
  key?: string;
  idx?: number;
  [DEPTH]?: number;
}

let page: EntryState | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
/** The next event is of a move that this file started. */
let removing = false;
const waiting: (() => void)[] = [];

const depthOf = (state: EntryState | null) => state?.[DEPTH] ?? 0;
const depthHere = () => depthOf(history.state as EntryState | null);

function addEntries(): void {
  while (depthHere() < overlays.length) history.pushState({ ...history.state, [DEPTH]: depthHere() + 1 }, '');
}

/** Adds an overlay on top of the others. Returns a function that removes it. */
export function openOverlay(onBack: OnBack): () => void {
  const overlay = { onBack };
  if (overlays.length === 0) page = history.state as EntryState | null;
  addEventListener('popstate', hearPop, { capture: true });
  overlays.push(overlay);
  if (!removing) addEntries();
  return () => {
    const index = overlays.indexOf(overlay);
    if (index < 0) return;
    overlays.splice(index, 1);
    removeEntriesSoon();
  };
}

/** Calls `then`, which moves through the history, once the entries of closed overlays are gone. */
export function afterOverlays(then: () => void): void {
  waiting.push(then);
  removeEntriesSoon();
}

/** A navigation of the same turn comes first: it replaces the entries, or leaves them behind. */
function removeEntriesSoon(): void {
  clearTimeout(timer);
  timer = setTimeout(removeEntries);
}

function removeEntries(): void {
  if (removing) return;
  const surplus = depthHere() - overlays.length;
  if (surplus > 0) {
    removing = true;
    history.go(-surplus);
  } else for (const then of waiting.splice(0)) then();
}

function hearPop(event: PopStateEvent): void {
  const state = event.state as EntryState | null;
  const depth = depthOf(state);
  const isSamePage = state?.key === page?.key && state?.idx === page?.idx;
  if (removing) {
    removing = false;
    event.stopImmediatePropagation();
    addEntries();
    removeEntries();
  } else if (depth > overlays.length) {
    // An entry of an overlay that was left open.
    event.stopImmediatePropagation();
    removeEntries();
  } else if (depth < overlays.length && isSamePage) {
    event.stopImmediatePropagation();
    closeDownTo(depth);
  }
}

function closeDownTo(depth: number): void {
  while (overlays.length > depth) {
    const top = overlays.pop();
    if (!top?.onBack()) continue;
    overlays.push(top);
    addEntries();
    return;
  }
}
