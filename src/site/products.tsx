import './products/products.css';
import { data, Navigate, redirect, useLocation, useSearchParams } from 'react-router';
import { listCategories } from '#modules/catalogue/contract.ts';
import { appliedOf, readQuest, writeQuest } from '#modules/search/web/quest.ts';
import { useQuest } from '#modules/search/web/use-quest.ts';
import { useSummary } from '#modules/search/web/use-summary.ts';
import { apiContext, frameContext } from '#platform/web/api-context.ts';
import { asSignedIn, loginPath } from '#platform/web/client.ts';
import { pagesOf } from '#platform/web/paging.ts';
import { useSession } from '#platform/web/session.ts';
import { useWords } from '#platform/web/words.tsx';
import { LinkButton } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import type { Route } from './+types/products.ts';
import { actOnOffer, keepsList } from './products/act.ts';
import { BookingPart } from './products/booking-part.tsx';
import { CategoryHead } from './products/category-head.tsx';
import { CategorySkeleton } from './products/category-skeleton.tsx';
import { loadCategory } from './products/load.ts';
import { OffersError } from './products/offers-error.tsx';
import { Results } from './products/results.tsx';

/**
 * A document is not even begun for somebody who is not signed in: they are led to the login page and come back. Of a
 * category that does not exist it has the status 404; the browser's loader then finds the same, and shows that page.
 */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  if (!context.get(frameContext).user) throw redirect(loginPath(url.pathname + url.search));
  const categories = await context
    .get(apiContext)
    .send(listCategories, {})
    .catch(() => null);
  return data(null, { status: categories?.every((one) => one._id !== params.categoryId) ? 404 : 200 });
}

export function clientLoader({ request, params: { categoryId } }: Route.ClientLoaderArgs) {
  const { pathname, searchParams } = new URL(request.url);
  const quest = readQuest(searchParams, categoryId);
  const place = `${pathname}?${writeQuest(quest, true)}`;
  return asSignedIn(request, () => loadCategory(categoryId, quest, pagesOf(searchParams)), place);
}
clientLoader.hydrate = true as const;

export function clientAction({ request }: Route.ClientActionArgs) {
  return actOnOffer(request);
}

export const shouldRevalidate = keepsList;

export default function ProductsPage({ loaderData, params }: Route.ComponentProps) {
  const { t, product: store, language } = useWords();
  const { category, products } = loaderData;
  const name = category.names[language];
  const [search] = useSearchParams();
  const here = useLocation();
  const { state } = useSession();
  const found = useQuest(params.categoryId);
  const counts = useSummary(found.quest);
  // The session ended while the page was open.
  if (state === 'signedOut') return <Navigate to={loginPath(here.pathname + here.search)} replace />;
  const filtered = appliedOf(found.quest, true).length > 0;
  return (
    <div className="wrap products">
      <title>{`${name} · ${store}`}</title>
      <CategoryHead category={category} matching={filtered ? counts.summary?.total : undefined} />
      <Results
        offers={loaderData}
        found={found}
        counts={counts}
        category={category}
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

export function HydrateFallback() {
  return <CategorySkeleton />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <OffersError error={error} thing="offers.thing" />;
}
