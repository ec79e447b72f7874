import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { isRouteErrorResponse } from 'react-router';
import { HydratedRouter } from 'react-router/dom';
import { prepareWords } from '#platform/web/loaded-words.ts';
import { isLanguage } from './words/words.ts';

const { lang } = document.documentElement;
await prepareWords(isLanguage(lang) ? lang : 'en');

// A page that somebody left before it was loaded is no failure; React Router lets go of its aborted fetches.
addEventListener('unhandledrejection', (event) => {
  if (event.reason instanceof DOMException && event.reason.name === 'AbortError') event.preventDefault();
});

/** What a page threw while it was drawn. One that is not there is an answer and no fault. */
function tell(error: unknown): void {
  if (!(isRouteErrorResponse(error) && error.status === 404)) console.error(error);
}

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      {/* The router would tell of it a second time. */}
      <HydratedRouter onError={() => undefined} />
    </StrictMode>,
    { onCaughtError: tell },
  );
});
