import './my-products.css';
import { Plus } from 'lucide-react';
import { type RefObject, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { asSignedIn } from '#platform/web/api-client.ts';
import {
  type Asker,
  authenticatedClientLoader,
  authenticatedLoader,
  requireRole,
} from '#platform/web/authenticated-loader.ts';
import { loadPages, pagesOf } from '#platform/web/paging.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { LinkButton } from '#ui/button.tsx';
import { EmptyState, ErrorState } from '#ui/empty-state.tsx';
import { listMyProducts } from '../contract.ts';
import type { Route } from './+types/my-products.ts';
import { changeProduct } from './change-product.ts';
import { ProductTable } from './product-table.tsx';

async function loadMine({ api, user, url }: Asker) {
  requireRole('seller', user);
  const pages = pagesOf(url.searchParams);
  const { items, more } = await loadPages(pages, (cursor) =>
    api.send(listMyProducts, { query: { email: user.email, cursor } }),
  );
  return { products: items, pages, more };
}

export function loader(args: Route.LoaderArgs) {
  return authenticatedLoader(args, loadMine);
}

export function clientLoader(args: Route.ClientLoaderArgs) {
  return authenticatedClientLoader(args, loadMine);
}
clientLoader.hydrate = true as const;

export async function clientAction({ request }: Route.ClientActionArgs) {
  const form = await request.formData();
  return asSignedIn(request, () => changeProduct(form));
}

function Head({ heading, empty }: { heading?: RefObject<HTMLHeadingElement | null>; empty?: boolean }) {
  const { t, product } = useTranslator();
  return (
    <div className="page-head">
      <title>{`${t('dash.mine')} · ${product}`}</title>
      <div>
        <h1 tabIndex={-1} ref={heading}>
          {t('mine.title')}
        </h1>
        <p>{t('mine.sub')}</p>
      </div>
      {!empty && (
        <LinkButton to="/dashboard/addproduct" size="lg" icon={<Plus className="icon" aria-hidden />}>
          {t('dash.add')}
        </LinkButton>
      )}
    </div>
  );
}

export default function MyProducts({ loaderData: { products, pages, more } }: Route.ComponentProps) {
  const { t } = useTranslator();
  const [search] = useSearchParams();
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <>
      <Head heading={heading} empty={products.length === 0} />
      {products.length > 0 ? (
        <ProductTable products={products} pages={pages} more={more} added={search.get('new')} heading={heading} />
      ) : (
        <EmptyState
          title={t('mine.empty')}
          picture="/art/cut-horse.svg"
          action={<LinkButton to="/dashboard/addproduct">{t('dash.add')}</LinkButton>}
        >
          {t('mine.emptyBody')}
        </EmptyState>
      )}
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { t } = useTranslator();
  useEffect(() => console.error(error), [error]);
  return (
    <>
      <Head />
      <ErrorState title={t('common.dropped')} retryLabel={t('common.tryAgain')}>
        {t('common.notLoaded', { thing: t('mine.thing') })} {t('common.safe')}
      </ErrorState>
    </>
  );
}
