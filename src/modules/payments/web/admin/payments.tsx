import './payments.css';
import { Search } from 'lucide-react';
import { useCallback, useState } from 'react';
import { Form, Link, useNavigation, useSearchParams } from 'react-router';
import { formAction } from '#platform/forms/action-result.ts';
import { authenticatedAction } from '#platform/forms/run-action.ts';
import { PageHead } from '#platform/lists/page-head.tsx';
import { authenticatedLoader, cachedClientLoader } from '#platform/web/authenticated-loader.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { TextField } from '#ui/text-field.tsx';
import type { Route } from './+types/payments.ts';
import { ByHandDialog } from './by-hand-dialog.tsx';
import { changePayment, loadPayments } from './payment-list.ts';
import { PaymentsTable } from './payments-table.tsx';
import { ReviewDialog } from './review-dialog.tsx';

export const handle = { title: 'payments.title', lead: 'payments.lead', thing: 'payments.thing' } as const;

export function loader(args: Route.LoaderArgs) {
  return authenticatedLoader(args, loadPayments);
}

export function clientLoader(args: Route.ClientLoaderArgs) {
  return cachedClientLoader(args);
}
clientLoader.hydrate = true as const;

export function action(args: Route.ActionArgs) {
  return authenticatedAction(args, changePayment);
}

export function clientAction(args: Route.ClientActionArgs) {
  return formAction(args);
}

export default function Payments({ loaderData: list }: Route.ComponentProps) {
  const { t } = useTranslator();
  const [search] = useSearchParams();
  const find = (id: string | null) => list.items.find(({ _id }) => _id === id) ?? null;
  const [asked, setAsked] = useState(() => find(search.get('record') ?? search.get('review')));
  const close = useCallback(() => setAsked(null), []);
  const isReview = asked?.state === 'review';
  return (
    <>
      <PageHead texts={handle} />
      <ByHandDialog payment={isReview ? null : asked} onClose={close} />
      <ReviewDialog payment={isReview ? asked : null} onClose={close} />
      <NumberSearch transactionId={list.transactionId} />
      {list.items.length > 0 ? (
        <PaymentsTable list={list} onAsk={setAsked} />
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

function NumberSearch({ transactionId }: { transactionId: string }) {
  const { t } = useTranslator();
  const searching = useNavigation().location?.search.includes('transactionId=');
  return (
    <search className="payments-search">
      <Form key={transactionId} replace>
        <TextField
          label={t('payments.search')}
          hint={t('payments.searchHint')}
          name="transactionId"
          type="search"
          defaultValue={transactionId}
          maxLength={255}
          autoComplete="off"
          enterKeyHint="search"
        />
        <Button
          type="submit"
          look="ghost"
          icon={<Search className="icon" aria-hidden />}
          pending={searching ?? false}
          pendingLabel={t('common.loading')}
        >
          {t('admin.searchAction')}
        </Button>
      </Form>
      {transactionId && (
        <Link className="text-link" to="." replace>
          {t('payments.showAll')}
        </Link>
      )}
    </search>
  );
}
