import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { isRouteErrorResponse, RouterContextProvider } from 'react-router';
import { HydratedRouter } from 'react-router/dom';
import { hydratingContext } from '#platform/web/authenticated-loader.ts';
import { allWords, takePageWords } from '#platform/web/message-loader.ts';

takePageWords();
// Whoever does something may be about to go to a page that says more; that page waits for it, and fails with it.
for (const deed of ['pointerdown', 'keydown'])
  addEventListener(deed, () => void allWords().catch(() => undefined), { once: true, capture: true, passive: true });

// A page that somebody left before it was loaded is no failure; React Router lets go of its aborted fetches.
addEventListener('unhandledrejection', (event) => {
  if (event.reason instanceof DOMException && event.reason.name === 'AbortError') event.preventDefault();
});

/** What a page threw while it was drawn. One that is not there is an answer and no fault. */
function tell(error: unknown): void {
  if (!(isRouteErrorResponse(error) && error.status === 404)) console.error(error);
}

let takenOver = false;

/** What a load knows: the first takes over what the document brought. */
function contextOfLoad(): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(hydratingContext, !takenOver);
  takenOver = true;
  return context;
}

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      {/* The router would tell of it a second time. */}
      <HydratedRouter getContext={contextOfLoad} onError={() => undefined} />
    </StrictMode>,
    { onCaughtError: tell },
  );
});
