import './item/item.css';
import { data, useNavigation, useSearchParams } from 'react-router';
import { getSeller, listSellerProducts } from '#modules/catalogue/items.contract.ts';
import { changeWish, loadWishIds, unlessWish, wishAction } from '#modules/wishlist/web/wishes.ts';
import { nullIfMissing } from '#platform/contract/call-client.ts';
import { toastedAction } from '#platform/forms/action-result.ts';
import { loadPages, pagesOf } from '#platform/lists/paging.ts';
import { cachedClientLoader, type OpenRequest, openLoader } from '#platform/web/authenticated-loader.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { LinkButton } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ListFoot } from '#ui/list-foot.tsx';
import { CardGrid } from '#ui/product-card.tsx';
import type { Route } from './+types/seller.ts';
import { SellerHead } from './item/seller-head.tsx';
import { CompactCard } from './products/compact-card.tsx';
import { SellerError } from './products/offers-error.tsx';
import { CardHeart } from './products/product-heart.tsx';
import { NotFound } from './shell/error-page.tsx';

/** An unknown seller gives the 404 page. */
export const loader = openLoader(async (request: OpenRequest<Route.LoaderArgs['params']>) => {
  const loaded = await load(request).catch(nullIfMissing);
  return data(loaded, { status: loaded ? 200 : 404 });
});

export const clientLoader = cachedClientLoader<Route.ClientLoaderArgs>();

export const action = wishAction(changeWish, 'wish.unchanged');
export const clientAction = toastedAction<Route.ClientActionArgs>(() => 'wish.unchanged');
export const shouldRevalidate = unlessWish;

async function load(request: OpenRequest<Route.LoaderArgs['params']>) {
  const { api, url, params } = request;
  const [seller, { items, more }] = await Promise.all([
    api.send(getSeller, { params }),
    loadPages(pagesOf(url.searchParams), (cursor) => api.send(listSellerProducts, { params, query: { cursor } })),
  ]);
  const ids = items.map(({ _id }) => _id);
  return { seller, products: items, more, wishes: await loadWishIds(request, ids) };
}

export default function SellerPage({ loaderData }: Route.ComponentProps) {
  return loaderData ? <Shop {...loaderData} /> : <NotFound />;
}

function Shop({ seller, products, more, wishes }: NonNullable<Awaited<ReturnType<typeof load>>>) {
  const { t, product: store } = useTranslator();
  const [search] = useSearchParams();
  const loading = useNavigation().state === 'loading';
  return (
    <div className="wrap shop">
      <title>{`${t('shop.title', { name: seller.name })} · ${store}`}</title>
      <SellerHead seller={seller} />
      <section aria-labelledby="shop-on-sale">
        <h2 id="shop-on-sale">{t('shop.onSale')}</h2>
        {products.length === 0 ? (
          <EmptyState
            title={t('shop.none')}
            picture="/art/cut-cot.svg"
            action={<LinkButton to="/search">{t('hero.shop')}</LinkButton>}
          >
            {t('shop.noneBody')}
          </EmptyState>
        ) : (
          <CardGrid size="compact">
            {products.map((product) => (
              <li key={product._id}>
                <CompactCard
                  product={product}
                  heart={<CardHeart product={{ ...product, sellerId: seller._id }} wish={wishes.get(product._id)} />}
                />
              </li>
            ))}
          </CardGrid>
        )}
        {more && (
          <ListFoot className="shop-more">
            <LinkButton
              look="ghost"
              to={`?pages=${pagesOf(search) + 1}`}
              replace
              preventScrollReset
              prefetch="none"
              aria-busy={loading}
            >
              {t('common.showMore')}
            </LinkButton>
          </ListFoot>
        )}
      </section>
    </div>
  );
}

/** Shows the error in place of the seller's page. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <SellerError error={error} />;
}
