import './my-buyers.css';
import { useEffect } from 'react';
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
import { listBuyers } from '../contract.ts';
import type { Route } from './+types/my-buyers.ts';
import { BuyersTable } from './my-buyers-table.tsx';

async function loadBuyers({ api, user, url }: Asker) {
  requireRole('seller', user);
  const pages = pagesOf(url.searchParams);
  const { items, more } = await loadPages(pages, (cursor) =>
    api.send(listBuyers, { query: { email: user.email, cursor } }),
  );
  return { bookings: items, pages, more };
}

export function loader(args: Route.LoaderArgs) {
  return authenticatedLoader(args, loadBuyers);
}

export function clientLoader(args: Route.ClientLoaderArgs) {
  return authenticatedClientLoader(args, loadBuyers);
}
clientLoader.hydrate = true as const;

function Head() {
  const { t, product } = useTranslator();
  return (
    <div className="page-head">
      <title>{`${t('dash.buyers')} · ${product}`}</title>
      <div>
        <h1 tabIndex={-1}>{t('dash.buyers')}</h1>
        <p>{t('buyers.lead')}</p>
      </div>
    </div>
  );
}

export default function MyBuyers({ loaderData: { bookings, pages, more } }: Route.ComponentProps) {
  const { t } = useTranslator();
  return (
    <>
      <Head />
      {bookings.length > 0 ? (
        <BuyersTable bookings={bookings} pages={pages} more={more} />
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

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { t } = useTranslator();
  useEffect(() => console.error(error), [error]);
  return (
    <>
      <Head />
      <ErrorState title={t('common.dropped')} retryLabel={t('common.tryAgain')}>
        {t('common.notLoaded', { thing: t('buyers.thing') })}
      </ErrorState>
    </>
  );
}
