import './payouts.css';
import { useSearchParams } from 'react-router';
import { toastedAction } from '#platform/forms/action-result.ts';
import { authenticatedAction } from '#platform/forms/run-action.ts';
import { PageHead } from '#platform/lists/page-head.tsx';
import { authenticatedLoader, cachedClientLoader } from '#platform/web/authenticated-loader.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import type { Route } from './+types/payouts.ts';
import { ClosePayouts } from './close-payouts.tsx';
import { PayoutFilters } from './payout-filters.tsx';
import { changePayouts, loadPayouts } from './payout-list.ts';
import { PayoutsForm } from './payouts-form.tsx';

export const handle = { title: 'payout.title', thing: 'payout.thing' } as const;

export const loader = authenticatedLoader(loadPayouts);
export const clientLoader = cachedClientLoader<Route.ClientLoaderArgs>();
export const action = authenticatedAction(changePayouts);
export const clientAction = toastedAction<Route.ClientActionArgs>();

export default function Payouts({ loaderData: list }: Route.ComponentProps) {
  const { t, money } = useTranslator();
  const [search] = useSearchParams();
  const { due } = list.summary;
  const ask = search.get('ask');
  const chosen = list.items.filter(({ _id, mayClose }) => mayClose && search.getAll('id').includes(_id));
  return (
    <>
      <PageHead texts={handle}>
        <p className="payouts-lead num">{t('payout.head', { n: due.count, amount: money(due.amount) })}</p>
      </PageHead>
      <PayoutFilters list={list} />
      {chosen.length > 0 && (ask === 'paid' || ask === 'failed') && (
        <ClosePayouts key={`${ask} ${search}`} payouts={chosen} outcome={ask} />
      )}
      {list.items.length > 0 ? (
        <PayoutsForm key={list.state} list={list} />
      ) : (
        <EmptyState title={t('payout.empty')} picture="/art/cut-bag.svg">
          {t('payout.emptyBody')}
        </EmptyState>
      )}
    </>
  );
}
