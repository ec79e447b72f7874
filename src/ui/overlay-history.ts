/**
 * An open overlay has an entry of its own in the browser's history, with the page's address and state, so that Back closes
 * it. The entries of one page have the router's `idx` in common. The entry of a closed overlay stays: a move through the
 * history would cancel a navigation that began meanwhile. The next page replaces it, the next overlay takes it, and Back
 * skips it. The router sees no move between the entries of one page.
 */

/** Closes the overlay, or does something else. Returns true when it stays open. */
type OnBack = () => boolean;

const overlays: { onBack: OnBack }[] = [];
/** In the state of an entry: its number among the entries of its page. */
const DEPTH = 'overlays';

interface EntryState {
  key?: string;
  idx?: number;
  [DEPTH]?: number;
}

interface Entry {
  state: EntryState | null;
  url: string;
}

let current: Entry;
/** The depth of the entry that the last page replaced. */
let replacedDepth = 0;
let push: History['pushState'];
let replace: History['replaceState'];

const depthOf = ({ state }: Entry) => state?.[DEPTH] ?? 0;
const currentEntry = (): Entry => ({ state: history.state as EntryState | null, url: location.href });

if (typeof window !== 'undefined') observeHistory();

function observeHistory(): void {
  push = history.pushState.bind(history);
  replace = history.replaceState.bind(history);
  current = currentEntry();
  history.pushState = (state, unused, url) => {
    replacedDepth = depthOf(current);
    (replacedDepth > 0 ? replace : push)(state, unused, url);
    current = currentEntry();
  };
  history.replaceState = (state, unused, url) => {
    const depth = depthOf(current);
    replace(depth > 0 ? { ...state, [DEPTH]: depth } : state, unused, url);
    current = currentEntry();
  };
  addEventListener('popstate', handlePopState, { capture: true });
}

function addEntries(): void {
  while (depthOf(current) < overlays.length) {
    push({ ...current.state, [DEPTH]: depthOf(current) + 1 }, '');
    current = currentEntry();
  }
}

/** Adds an overlay on top. Returns a function that removes it. `isPage`: a navigation has added its entry already. */
export function openOverlay(onBack: OnBack, isPage: boolean): () => void {
  const overlay = { onBack };
  overlays.push(overlay);
  if (isPage && depthOf(current) === 0) joinPreviousPage();
  addEntries();
  return () => {
    const index = overlays.indexOf(overlay);
    if (index >= 0) overlays.splice(index, 1);
  };
}

/** Makes the current entry one of the page before it. */
function joinPreviousPage(): void {
  replace({ ...current.state, idx: (current.state?.idx ?? 1) - 1, [DEPTH]: Math.max(replacedDepth, 1) }, '');
  current = currentEntry();
}

function handlePopState(event: PopStateEvent): void {
  const last = current;
  current = currentEntry();
  const depth = depthOf(current);
  const isBack = depth < depthOf(last);
  const isSamePage = current.state?.idx !== undefined && current.state.idx === last.state?.idx;
  if (!isSamePage || !(isBack || current.state?.key === last.state?.key)) return;
  event.stopImmediatePropagation();
  if (!isBack) return;
  // The page may have another address since the entry was left.
  replace({ ...last.state, [DEPTH]: depth }, '', last.url);
  current = currentEntry();
  const target = Math.min(depth, overlays.length - 1);
  if (target < 0) history.go(-1 - depth);
  else closeDownTo(target);
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
