import './my-products.css';
import { Plus } from 'lucide-react';
import { type RefObject, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { api, asSignedIn, currentUserAs } from '#platform/web/client.ts';
import { loadPages, pagesOf } from '#platform/web/paging.ts';
import { useWords } from '#platform/web/words.tsx';
import { LinkButton } from '#ui/button.tsx';
import { EmptyState, ErrorState } from '#ui/empty-state.tsx';
import { RowSkeletons } from '#ui/skeleton.tsx';
import { listMyProducts } from '../contract.ts';
import type { Route } from './+types/my-products.ts';
import { changeProduct } from './change-product.ts';
import { ProductTable } from './product-table.tsx';

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  return asSignedIn(request, async () => {
    const { email } = await currentUserAs('seller');
    const pages = pagesOf(new URL(request.url).searchParams);
    const { items, more } = await loadPages(pages, (cursor) => api.send(listMyProducts, { query: { email, cursor } }));
    return { products: items, pages, more };
  });
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  const form = await request.formData();
  return asSignedIn(request, () => changeProduct(form));
}

function Head({ heading, empty }: { heading?: RefObject<HTMLHeadingElement | null>; empty?: boolean }) {
  const { t, product } = useWords();
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

export function HydrateFallback() {
  const { t } = useWords();
  return (
    <>
      <Head />
      <RowSkeletons label={t('common.loading')} count={6} />
    </>
  );
}

export default function MyProducts({ loaderData: { products, pages, more } }: Route.ComponentProps) {
  const { t } = useWords();
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
  const { t } = useWords();
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
