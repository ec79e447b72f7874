import './products/products.css';
import { data, Navigate, useLocation, useSearchParams } from 'react-router';
import type { Category } from '#modules/catalogue/contract.ts';
import { appliedFilters } from '#modules/search/filters.rules.ts';
import { readSearchParams } from '#modules/search/web/search-params.ts';
import { useSearch, useSummary } from '#modules/search/web/use-search.ts';
import { wishAction } from '#modules/wishlist/web/wishes.ts';
import { pagesOf } from '#platform/lists/paging.ts';
import { loginPath } from '#platform/web/api-client.ts';
import { rootDataContext } from '#platform/web/api-context.ts';
import {
  authenticatedLoader,
  cachedClientLoader,
  type OpenRequest,
  openLoader,
} from '#platform/web/authenticated-loader.ts';
import { useSession, useShop } from '#platform/web/session.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { LinkButton } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import type { Route } from './+types/products.ts';
import { BookingPart } from './products/booking-part.tsx';
import { loadCategory, type Offers } from './products/load-offers.ts';
import { actOnOffer, keepsList, toastOffer } from './products/offer-actions.ts';
import { OfferCard } from './products/offer-card.tsx';
import { OffersError } from './products/offers-error.tsx';
import { CategoryHead } from './products/products-head.tsx';
import { Results } from './products/results.tsx';
import { NotFound } from './shell/error-page.tsx';

/** An unknown category gives the 404 page. `OPEN_CATEGORIES` opens the page to visitors. */
export async function loader(args: Route.LoaderArgs) {
  const { openCategories } = args.context.get(rootDataContext).shop;
  return (openCategories ? loadOpen : loadAuthenticated)(args);
}

export const clientLoader = cachedClientLoader<Route.ClientLoaderArgs>();

async function load(request: OpenRequest<Route.LoaderArgs['params']>) {
  const { searchParams } = request.url;
  const { categoryId } = request.params;
  const search = readSearchParams(searchParams, categoryId);
  const loaded = await loadCategory(request, categoryId, search, pagesOf(searchParams), searchParams.get('show'));
  return data(loaded, { status: loaded ? 200 : 404 });
}

const loadOpen = openLoader(load);
const loadAuthenticated = authenticatedLoader(load);

export const action = wishAction(actOnOffer, 'book.failed');
export const clientAction = toastOffer;
export const shouldRevalidate = keepsList;

export default function ProductsPage({ loaderData }: Route.ComponentProps) {
  return loaderData ? <CategoryPage offers={loaderData} /> : <NotFound />;
}

function CategoryPage({ offers }: { offers: Offers & { category: Category } }) {
  const { t, product: store, language } = useTranslator();
  const { category, products } = offers;
  const name = category.names[language];
  const [search] = useSearchParams();
  const here = useLocation();
  const { state } = useSession();
  const { openCategories } = useShop();
  const found = useSearch(category._id);
  const counts = useSummary(found.params);
  // The session ended while the page was open.
  if (state === 'signedOut' && !openCategories) return <Navigate to={loginPath(here.pathname + here.search)} replace />;
  const filtered = appliedFilters(found.params).length > 0;
  return (
    <div className="wrap products">
      <title>{`${name} · ${store}`}</title>
      <CategoryHead category={category} matching={filtered ? counts.summary?.total : undefined} />
      <Results
        offers={offers}
        found={found}
        counts={counts}
        category={category}
        card={OfferCard}
        nothing={
          <EmptyState
            title={t('products.none', { category: name })}
            picture="/art/cut-cot.svg"
            action={<LinkButton to="/#collections">{t('home.collections')}</LinkButton>}
          />
        }
      />
      <BookingPart product={products.find((product) => product._id === search.get('book'))} />
    </div>
  );
}

/** Shows the error in place of the list. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <OffersError error={error} thing="offers.thing" />;
}
