import { useEffect } from 'react';
import { problemOf } from '#platform/web/error-reply.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { Alert } from '#ui/alert.tsx';
import { ErrorState } from '#ui/empty-state.tsx';
import type { Route } from './+types/my-wishlist.ts';

/** The list could not be had; the heading stays. */
export function WishlistError({ error }: Route.ErrorBoundaryProps) {
  const { t, product } = useTranslator();
  useEffect(() => console.error(error), [error]);
  const refusal = problemOf(error);
  const said = refusal?.message;
  const forbidden = refusal?.status === 403;
  return (
    <>
      <title>{`${t('wish.title')} · ${product}`}</title>
      <div className="page-head">
        <h1 tabIndex={-1}>{t('wish.title')}</h1>
      </div>
      {forbidden ? (
        <Alert tone="info">{said}</Alert>
      ) : (
        <ErrorState title={t('common.dropped')} retryLabel={t('common.tryAgain')}>
          {said || t('common.notLoaded', { thing: t('wish.thing') })}
        </ErrorState>
      )}
    </>
  );
}
