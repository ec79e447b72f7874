import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { isRouteErrorResponse, RouterContextProvider } from 'react-router';
import { HydratedRouter } from 'react-router/dom';
import { hydratingContext } from '#platform/web/authenticated-loader.ts';
import { logPageError } from '#platform/web/error-reply.ts';
import { loadAllMessages, readPageMessages } from '#platform/web/message-loader.ts';
import { isUnreachable } from '#platform/web/offline-cache.ts';
import { firstInteraction } from '#ui/after-paint.ts';

readPageMessages();
// A first interaction may lead to another page. The root's middleware waits for the same load, and reports its failure.
void firstInteraction()
  .then(loadAllMessages)
  .catch(() => undefined);

// Leaving a page before it has loaded is no error. React Router does not catch its own aborted fetches.
addEventListener('unhandledrejection', (event) => {
  if (event.reason?.name === 'AbortError') event.preventDefault();
});

/** Logs an error that a boundary caught. A 404 is an ordinary answer. */
function logCaught(error: unknown): void {
  if (!(isRouteErrorResponse(error) && error.status === 404)) logPageError(error);
}

// Without a network the browser follows links itself: the service worker answers with a page seen before.
addEventListener(
  'click',
  (event) => {
    const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[href]');
    if (!link || link.origin !== location.origin || !isUnreachable() || !navigator.serviceWorker?.controller) return;
    if (link.pathname + link.search !== location.pathname + location.search) event.stopImmediatePropagation();
  },
  { capture: true },
);

/** Starts downloads that the first view does not need: late fonts (`item-row.css`) and the service worker. */
function afterLoad(): void {
  document.documentElement.dataset.loaded = '';
  if (!import.meta.env.PROD) return;
  navigator.serviceWorker?.register('/sw.js').catch(console.info);
}
if (document.readyState === 'complete') afterLoad();
else addEventListener('load', afterLoad);

let hydrated = false;

/** Returns the context of a load. The first one takes its data from the document. */
function loadContext(): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(hydratingContext, !hydrated);
  hydrated = true;
  return context;
}

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      {/* The router would log it a second time. */}
      <HydratedRouter getContext={loadContext} onError={() => undefined} />
    </StrictMode>,
    { onCaughtError: logCaught },
  );
});
