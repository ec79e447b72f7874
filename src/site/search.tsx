import './products/products.css';
import { useSearchParams } from 'react-router';
import { readSearchParams, toAddress } from '#modules/search/web/search-params.ts';
import { useSearch, useSummary } from '#modules/search/web/use-search.ts';
import { authenticatedAction } from '#platform/forms/run-action.ts';
import { pagesOf } from '#platform/lists/paging.ts';
import { cachedClientLoader, type OpenRequest, openLoader } from '#platform/web/authenticated-loader.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import type { Route } from './+types/search.ts';
import { BookingPart } from './products/booking-part.tsx';
import { loadFound } from './products/load-offers.ts';
import { NothingFound } from './products/nothing-found.tsx';
import { actOnOffer, keepsList, toastOffer } from './products/offer-actions.ts';
import { OffersError } from './products/offers-error.tsx';
import { SearchHead } from './products/products-head.tsx';
import { Results } from './products/results.tsx';

export function loader(args: Route.LoaderArgs) {
  return openLoader(args, load);
}

export function clientLoader(args: Route.ClientLoaderArgs) {
  return cachedClientLoader(args, `${args.url.pathname}?${toAddress(readSearchParams(args.url.searchParams))}`);
}
clientLoader.hydrate = true as const;

function load(request: OpenRequest) {
  const { searchParams } = request.url;
  return loadFound(request, readSearchParams(searchParams), pagesOf(searchParams));
}

export function action(args: Route.ActionArgs) {
  return authenticatedAction(args, actOnOffer, 'book.failed');
}

export function clientAction(args: Route.ClientActionArgs) {
  return toastOffer(args);
}

export const shouldRevalidate = keepsList;

export default function SearchPage({ loaderData }: Route.ComponentProps) {
  const { t, product: store } = useTranslator();
  const [search] = useSearchParams();
  const found = useSearch();
  const counts = useSummary(found.params);
  const { q } = found.listed;
  return (
    <div className="wrap products">
      <title>{`${q ? t('search.results', { q }) : t('search.everything')} · ${store}`}</title>
      <SearchHead q={q} summary={counts.summary} />
      <Results
        offers={loaderData}
        found={found}
        counts={counts}
        nothing={<NothingFound q={q} categories={loaderData.categories} />}
      />
      <BookingPart product={loaderData.products.find((product) => product._id === search.get('book'))} />
    </div>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <OffersError error={error} thing="search.thing" />;
}
