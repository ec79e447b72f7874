import './item/item.css';
import { data, useNavigation, useSearchParams } from 'react-router';
import { getSeller, listOfSeller } from '#modules/catalogue/items.contract.ts';
import { CallError } from '#platform/contract/call-client.ts';
import { loadPages, pagesOf } from '#platform/lists/paging.ts';
import { cachedClientLoader, type OpenRequest, openLoader } from '#platform/web/authenticated-loader.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { LinkButton } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { CardGrid } from '#ui/product-card.tsx';
import { CardSkeletons } from '#ui/skeleton.tsx';
import type { Route } from './+types/seller.ts';
import { ItemTile } from './item/item-tile.tsx';
import { SellerHead } from './item/seller-head.tsx';
import { SellerError } from './products/offers-error.tsx';

/** An unknown seller gives the status 404. */
export async function loader(args: Route.LoaderArgs) {
  const loaded = await openLoader(args, (request) => load(request, args.params.id));
  return data(loaded, { status: loaded ? 200 : 404 });
}

export async function clientLoader(args: Route.ClientLoaderArgs) {
  const loaded = await cachedClientLoader(args);
  if (!loaded) throw data(null, { status: 404 });
  return loaded;
}
clientLoader.hydrate = true as const;

async function load({ api, url }: OpenRequest, id: string) {
  try {
    const [seller, { items, more }] = await Promise.all([
      api.send(getSeller, { params: { id } }),
      loadPages(pagesOf(url.searchParams), (cursor) => api.send(listOfSeller, { params: { id }, query: { cursor } })),
    ]);
    return { seller, products: items, more };
  } catch (error) {
    if (error instanceof CallError && error.status === 404) return null;
    throw error;
  }
}

export default function SellerPage({ loaderData }: Route.ComponentProps) {
  return loaderData ? <Shop {...loaderData} /> : <ShopSkeleton />;
}

function Shop({ seller, products, more }: NonNullable<Awaited<ReturnType<typeof load>>>) {
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
          <EmptyState title={t('shop.none')} picture="/art/cut-cot.svg">
            {t('shop.noneBody')}
          </EmptyState>
        ) : (
          <CardGrid columns={4}>
            {products.map((product) => (
              <li key={product._id}>
                <ItemTile product={product} />
              </li>
            ))}
          </CardGrid>
        )}
        {more && (
          <p className="shop-more">
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
          </p>
        )}
      </section>
    </div>
  );
}

function ShopSkeleton() {
  const { t, product } = useTranslator();
  return (
    <div className="wrap shop">
      <title>{product}</title>
      <CardSkeletons label={t('common.loading')} count={4} />
    </div>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <SellerError error={error} />;
}
