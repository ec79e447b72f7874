import './products/products.css';
import './products/fewer-words.css';
import { lazy, Suspense } from 'react';
import { readSearchParams } from '#modules/search/web/search-params.ts';
import { useSearch, useSummary, withWords } from '#modules/search/web/use-search.ts';
import { changeWish, unlessWish, wishAction } from '#modules/wishlist/web/wishes.ts';
import { toastedAction } from '#platform/forms/action-result.ts';
import { pagesOf } from '#platform/lists/paging.ts';
import { cachedClientLoader, type OpenRequest, openLoader } from '#platform/web/authenticated-loader.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import type { Route } from './+types/search.ts';
import { loadFound } from './products/load-offers.ts';
import { NothingFound } from './products/nothing-found.tsx';
import { OffersError } from './products/offers-error.tsx';
import { SearchHead } from './products/products-head.tsx';
import { Results } from './products/results.tsx';

// Few searches need it.
const FewerWordsPanel = lazy(() =>
  import('./products/fewer-words-panel.tsx').then((file) => ({ default: file.FewerWordsPanel })),
);

export const loader = openLoader(load);
export const clientLoader = cachedClientLoader<Route.ClientLoaderArgs>();

function load(request: OpenRequest) {
  const { searchParams } = request.url;
  return loadFound(request, readSearchParams(searchParams), pagesOf(searchParams));
}

export const action = wishAction(changeWish, 'wish.unchanged');
export const clientAction = toastedAction<Route.ClientActionArgs>(() => 'wish.unchanged');
export const shouldRevalidate = unlessWish;

export default function SearchPage({ loaderData }: Route.ComponentProps) {
  const { t, product: store, language } = useTranslator();
  const search = useSearch();
  const { categories, fewer } = loaderData;
  const found = withWords(search, fewer?.kept);
  const counts = useSummary(found.params);
  const { q, category } = search.listed;
  const everything = categories.find(({ _id }) => _id === category)?.names[language] ?? t('search.everything');
  return (
    <div className="wrap products">
      <title>{`${q ? t('search.results', { q }) : everything} · ${store}`}</title>
      <SearchHead title={q ? t('search.found', { q }) : everything} summary={counts.summary} />
      {fewer && (
        <Suspense>
          <FewerWordsPanel words={fewer} />
        </Suspense>
      )}
      <Results
        offers={loaderData}
        found={found}
        counts={counts}
        nothing={<NothingFound q={q} categories={categories} />}
      />
    </div>
  );
}

/** Shows the error in place of the list. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <OffersError error={error} thing="search.thing" />;
}
