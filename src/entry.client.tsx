import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { prepareWords } from '#platform/web/loaded-words.ts';
import { isLanguage } from './words/words.ts';

const { lang } = document.documentElement;
await prepareWords(isLanguage(lang) ? lang : 'en');

// A page that somebody left before it was loaded is no failure; React Router lets go of its aborted fetches.
addEventListener('unhandledrejection', (event) => {
  if (event.reason instanceof DOMException && event.reason.name === 'AbortError') event.preventDefault();
});

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});
