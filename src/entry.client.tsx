import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { prepareWords } from '#platform/web/loaded-words.ts';
import { isLanguage } from './words/words.ts';

const { lang } = document.documentElement;
await prepareWords(isLanguage(lang) ? lang : 'en');

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});
