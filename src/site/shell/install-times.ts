/** Chromium's event, which TypeScript does not know. */
export interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}

const ASK_AGAIN_MS = 90 * 24 * 60 * 60 * 1000;
const MIN_VISITS = 2;
const VISITS = 'installVisits';
const ASKED_AT = 'installAskedAt';

/** Counts a visit of this device, once for each session of the browser. Without storage nothing is counted. */
export function countVisit(): void {
  try {
    if (sessionStorage.getItem(VISITS)) return;
    sessionStorage.setItem(VISITS, '1');
    localStorage.setItem(VISITS, String(visits() + 1));
  } catch {
    // Without storage the store never asks.
  }
}

/** Whether this device may be asked to install the store: from the second visit, and not within 90 days of the last time. */
export function mayAsk(now: number): boolean {
  try {
    return visits() >= MIN_VISITS && now - Number(localStorage.getItem(ASKED_AT)) > ASK_AGAIN_MS;
  } catch {
    return false;
  }
}

/** Stores the time at which this device was asked, in milliseconds since 1970. */
export function storeAskedAt(now: number): void {
  localStorage.setItem(ASKED_AT, String(now));
}

const visits = () => Number(localStorage.getItem(VISITS));
