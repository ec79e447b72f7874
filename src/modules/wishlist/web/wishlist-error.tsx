import { useEffect } from 'react';
import { CallError } from '#platform/contract/client.ts';
import { useWords } from '#platform/web/words.tsx';
import { Alert } from '#ui/alert.tsx';
import { ErrorState } from '#ui/empty-state.tsx';
import type { Route } from './+types/my-wishlist.ts';

/** The list could not be had; the heading stays. */
export function WishlistError({ error }: Route.ErrorBoundaryProps) {
  const { t, product } = useWords();
  useEffect(() => console.error(error), [error]);
  const said = error instanceof CallError ? error.problem.message : '';
  const forbidden = error instanceof CallError && error.status === 403;
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
