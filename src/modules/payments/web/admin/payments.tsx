import './payments.css';
import { useCallback, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { toastedAction } from '#platform/forms/action-result.ts';
import { authenticatedAction } from '#platform/forms/run-action.ts';
import { useRowAction } from '#platform/forms/use-row-action.ts';
import { PageHead } from '#platform/lists/page-head.tsx';
import { SearchForm } from '#platform/lists/search-form.tsx';
import { authenticatedLoader, cachedClientLoader } from '#platform/web/authenticated-loader.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import type { Route } from './+types/payments.ts';
import { changePayment, firstButtonId, loadPayments } from './payment-list.ts';
import { PaymentsTable } from './payments-table.tsx';
import { RefundByHandDialog } from './refund-by-hand-dialog.tsx';
import { ReviewDialog } from './review-dialog.tsx';

export const handle = { title: 'payments.title', lead: 'payments.lead', thing: 'payments.thing' } as const;

export const loader = authenticatedLoader(loadPayments);
export const clientLoader = cachedClientLoader<Route.ClientLoaderArgs>();
export const action = authenticatedAction(changePayment);
export const clientAction = toastedAction<Route.ClientActionArgs>((form) =>
  form.has('retry') ? 'error.unavailable' : undefined,
);

export default function Payments({ loaderData: list }: Route.ComponentProps) {
  const { t } = useTranslator();
  const [search] = useSearchParams();
  const find = (id: string | null) => list.items.find(({ _id }) => _id === id) ?? null;
  const [openPayment, setOpenPayment] = useState(() => find(search.get('record') ?? search.get('review')));
  const close = useCallback(() => setOpenPayment(null), []);
  const heading = useRef<HTMLHeadingElement>(null);
  const retrying = useRowAction(list.items, firstButtonId, heading);
  const isReview = openPayment?.state === 'review';
  return (
    <>
      <PageHead texts={handle} heading={heading} />
      <RefundByHandDialog payment={isReview ? null : openPayment} onClose={close} />
      <ReviewDialog payment={isReview ? openPayment : null} onClose={close} />
      <SearchForm
        name="transactionId"
        value={list.transactionId}
        maxLength={255}
        label={t('payments.search')}
        hint={t('payments.searchHint')}
        allLabel={t('payments.showAll')}
      />
      {list.items.length > 0 ? (
        <PaymentsTable list={list} onAsk={setOpenPayment} retrying={retrying} />
      ) : list.transactionId ? (
        <EmptyState title={t('payments.noMatch')} picture="/art/cut-books.svg">
          {t('payments.noMatchBody')}
        </EmptyState>
      ) : (
        <EmptyState title={t('payments.empty')} picture="/art/cut-teddy.svg">
          {t('payments.emptyBody')}
        </EmptyState>
      )}
    </>
  );
}
