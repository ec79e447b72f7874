import './products/products.css';
import {
  data,
  Navigate,
  redirect,
  type ShouldRevalidateFunctionArgs,
  useLocation,
  useSearchParams,
} from 'react-router';
import { book } from '#modules/bookings/web/book.ts';
import { listCategories } from '#modules/catalogue/contract.ts';
import { changeWish } from '#modules/wishlist/web/wishes.ts';
import { apiContext, frameContext } from '#platform/web/api-context.ts';
import { asSignedIn, loginPath } from '#platform/web/client.ts';
import { pagesOf } from '#platform/web/paging.ts';
import { useSession } from '#platform/web/session.ts';
import { useWords } from '#platform/web/words.tsx';
import { LinkButton } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { CardGrid } from '#ui/product-card.tsx';
import type { Route } from './+types/products.ts';
import { BookingPart } from './products/booking-part.tsx';
import { CategoryError } from './products/category-error.tsx';
import { CategoryHead } from './products/category-head.tsx';
import { CategorySkeleton } from './products/category-skeleton.tsx';
import { loadOffers } from './products/load.ts';
import { MoreOffers } from './products/more-offers.tsx';
import { OfferCard } from './products/offer-card.tsx';

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

export function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const pages = pagesOf(new URL(request.url).searchParams);
  return asSignedIn(request, () => loadOffers(params.categoryId, pages));
}
clientLoader.hydrate = true as const;

export function clientAction({ request }: Route.ClientActionArgs) {
  return asSignedIn(request, async () => {
    const form = await request.formData();
    return form.get('intent') === 'wish' ? changeWish(form) : book(form);
  });
}

/** The dialog's coming and going, and a heart, which keeps its own state, leave the list as it is. */
export function shouldRevalidate({ currentUrl, nextUrl, formData, ...rest }: ShouldRevalidateFunctionArgs) {
  if (formData) return formData.get('intent') !== 'wish';
  const listOf = (url: URL) => `${url.pathname} ${pagesOf(url.searchParams)}`;
  const dialogMoved = currentUrl.searchParams.get('book') !== nextUrl.searchParams.get('book');
  return dialogMoved && listOf(currentUrl) === listOf(nextUrl) ? false : rest.defaultShouldRevalidate;
}

export default function ProductsPage({ loaderData }: Route.ComponentProps) {
  const { t, product: store, language } = useWords();
  const { category, products, more, wishes } = loaderData;
  const name = category.names[language];
  const [search] = useSearchParams();
  const here = useLocation();
  const { state } = useSession();
  const booking = products.find((product) => product._id === search.get('book'));
  // The session ended while the page was open.
  if (state === 'signedOut') return <Navigate to={loginPath(here.pathname + here.search)} replace />;
  return (
    <div className="wrap products">
      <title>{`${name} · ${store}`}</title>
      <CategoryHead category={category} />
      {products.length === 0 ? (
        <EmptyState
          title={t('products.none', { category: name })}
          picture="/art/cut-cot.svg"
          action={<LinkButton to="/#collections">{t('home.collections')}</LinkButton>}
        />
      ) : (
        <CardGrid columns={3}>
          {products.map((product, index) => (
            <li key={product._id}>
              <OfferCard product={product} wish={wishes.get(product._id)} eager={index < 3} />
            </li>
          ))}
        </CardGrid>
      )}
      <MoreOffers shown={products.length} total={category.count} more={more} />
      <BookingPart product={booking} />
    </div>
  );
}

export function HydrateFallback() {
  return <CategorySkeleton />;
}

export function ErrorBoundary(props: Route.ErrorBoundaryProps) {
  return <CategoryError {...props} />;
}
