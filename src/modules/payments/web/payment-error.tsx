import { useEffect } from 'react';
import { isRouteErrorResponse } from 'react-router';
import { problemOf } from '#platform/web/error-reply.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { Alert } from '#ui/alert.tsx';
import { LinkButton } from '#ui/button.tsx';
import { EmptyState, ErrorState } from '#ui/empty-state.tsx';
import type { Route } from './+types/payment.ts';

/** Not this buyer's booking, or none at all; or it could not be had just now. */
export function PaymentError({ error }: Route.ErrorBoundaryProps) {
  const { t, product } = useTranslator();
  const missing = isRouteErrorResponse(error) && error.status === 404;
  useEffect(() => {
    if (!missing) console.error(error);
  }, [error, missing]);
  if (missing)
    return (
      <>
        <title>{`${t('pay.missingTitle')} · ${product}`}</title>
        <EmptyState
          level={1}
          title={t('pay.missingTitle')}
          picture="/art/cut-horse.svg"
          action={<LinkButton to="/dashboard/myorders">{t('dash.orders')}</LinkButton>}
        >
          {t('pay.missingBody')}
        </EmptyState>
      </>
    );
  const refusal = problemOf(error);
  const said = refusal?.message;
  if (refusal?.status === 403) return <Alert tone="info">{said}</Alert>;
  return (
    <ErrorState level={1} title={t('common.dropped')} retryLabel={t('common.tryAgain')}>
      {said || t('common.notLoaded', { thing: t('pay.thing') })}
    </ErrorState>
  );
}
