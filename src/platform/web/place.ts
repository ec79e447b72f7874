import { useEffect } from 'react';
import { useLocation } from 'react-router';

/** Under this name the router keeps, in the session's storage, how far down each page was: by its key in the history. */
export const PLACES = 'places';

const inBrowser = typeof window !== 'undefined';
/** The page that this document was opened at, until its place is found again. */
let arrivedAt: unknown = inBrowser ? window.history.state?.key : undefined;

/**
 * Finds the place again where one was before a reload. The router itself looks for it while a page still waits for its
 * list, and is too short. For the part that brings the list.
 */
export function usePlaceAfterReload(): void {
  const { key } = useLocation();
  // After the router's own effect, which would undo it.
  useEffect(() => {
    if (key !== arrivedAt) return;
    arrivedAt = undefined;
    const place = readPlaces()[key];
    if (typeof place === 'number') window.scrollTo(0, place);
  }, [key]);
}

function readPlaces(): Record<string, unknown> {
  try {
    return JSON.parse(window.sessionStorage.getItem(PLACES) ?? '{}');
  } catch {
    // The browser keeps nothing for us.
    return {};
  }
}
