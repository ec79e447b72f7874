/**
 * An open overlay has an entry of its own in the browser's history, so that Back closes it. The entry has the page's
 * address and state. The entries of one page have the router's `idx` in common. The entry of a closed overlay stays: a
 * move through the history would cancel a navigation that began meanwhile. The next page replaces it, the next overlay
 * takes it, and Back skips it. The first page of a tab has no page to skip to, and Back must leave it: there the entry
 * is left a moment later, unless a navigation begins. The router sees no move between the entries of one page.
 */

/** Closes the overlay, or does something else. Returns true when it stays open. */
type OnBack = () => boolean;

const overlays: { onBack: OnBack }[] = [];
/** Longer than two frames. */
const LEAVING_DELAY_MS = 50;
/** How long a move in the history may take. None comes where the browser has dropped the entry. */
const LEAVING_MAX_MS = 500;
/** Property of an entry's state: the number of open overlays below and including it. */
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
/** The history change that waits until the entries of closed overlays are left. */
let waiting: (() => void) | undefined;
let leavingTimer: ReturnType<typeof setTimeout> | undefined;
/** Set when the move that leaves entries took too long. It may still come. */
let isLeavingLate = false;
let isDocumentLeft = false;
let push: History['pushState'];
let replace: History['replaceState'];

const depthOf = ({ state }: Entry) => state?.[DEPTH] ?? 0;
const currentEntry = (): Entry => ({ state: history.state as EntryState | null, url: location.href });

if (typeof window !== 'undefined') observeHistory();

function observeHistory(): void {
  push = history.pushState.bind(history);
  replace = history.replaceState.bind(history);
  current = currentEntry();
  history.pushState = (...entry) => {
    if (waiting) {
      waiting = () => history.pushState(...entry);
      return;
    }
    replacedDepth = depthOf(current);
    (replacedDepth > 0 ? replace : push)(...entry);
    current = currentEntry();
  };
  history.replaceState = (state, unused, url) => {
    const depth = depthOf(current);
    replace(depth > 0 ? { ...state, [DEPTH]: depth } : state, unused, url);
    current = currentEntry();
  };
  addEventListener('popstate', handlePopState, { capture: true });
  window.navigation?.addEventListener('navigate', ({ destination }) => {
    isDocumentLeft = !destination.sameDocument;
  });
}

function addEntries(): void {
  while (!waiting && depthOf(current) < overlays.length) {
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
    // The tap that closed it may begin a navigation, or open another overlay.
    setTimeout(leaveEntries, LEAVING_DELAY_MS);
  };
}

/** Leaves the entries of closed overlays on the first page of a tab, unless the document is being left. */
function leaveEntries(): void {
  const depth = depthOf(current);
  if (waiting || isDocumentLeft || depth <= overlays.length || window.navigation?.currentEntry?.index !== depth) return;
  waiting = addEntries;
  isLeavingLate = false;
  leavingTimer = setTimeout(() => {
    isLeavingLate = true;
    endLeaving();
  }, LEAVING_MAX_MS);
  history.go(overlays.length - depth);
}

function endLeaving(): void {
  const change = waiting;
  waiting = undefined;
  clearTimeout(leavingTimer);
  change?.();
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
  if (waiting) endLeaving();
  else if (target >= 0) closeDownTo(target);
  else if (isLeavingLate) isLeavingLate = false;
  else history.go(-1 - depth);
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
