import './my-buyers.css';
import { PageHead } from '#platform/lists/page-head.tsx';
import { loadPages, pagesOf } from '#platform/lists/paging.ts';
import { authenticatedLoader, cachedClientLoader } from '#platform/web/authenticated-loader.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { LinkButton } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { listBuyers } from '../contract.ts';
import type { Route } from './+types/my-buyers.ts';
import { BuyersTable } from './my-buyers-table.tsx';

export const handle = { title: 'dash.buyers', lead: 'buyers.lead', thing: 'buyers.thing' } as const;

export const loader = authenticatedLoader(({ api, user: { email }, url }) =>
  loadPages(pagesOf(url.searchParams), (cursor) => api.send(listBuyers, { query: { email, cursor } })),
);
export const clientLoader = cachedClientLoader<Route.ClientLoaderArgs>();

export default function MyBuyers({ loaderData: { items, more } }: Route.ComponentProps) {
  const { t } = useTranslator();
  return (
    <>
      <PageHead texts={handle} />
      {items.length > 0 ? (
        <BuyersTable bookings={items} more={more} />
      ) : (
        <EmptyState
          title={t('buyers.empty')}
          picture="/art/cut-teddy.svg"
          action={<LinkButton to="/dashboard/myproduct">{t('dash.mine')}</LinkButton>}
        />
      )}
    </>
  );
}
