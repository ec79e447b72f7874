import { useEffect } from 'react';
import { isRouteErrorResponse } from 'react-router';
import { problemOf } from '#platform/web/error-reply.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { ErrorState } from '#ui/empty-state.tsx';

/** Replaces a seller's page that failed to load. Rethrows a 404, which is a page of its own. */
export function SellerError({ error }: { error: unknown }) {
  const { t, product } = useTranslator();
  const missing = isRouteErrorResponse(error) && error.status === 404;
  useEffect(() => {
    if (!missing) console.error(error);
  }, [error, missing]);
  if (missing) throw error;
  const reason = problemOf(error)?.message;
  return (
    <div className="wrap shop">
      <title>{`${t('common.dropped')} · ${product}`}</title>
      <ErrorState level={1} title={t('common.dropped')} retryLabel={t('common.tryAgain')}>
        {reason || t('common.notLoaded', { thing: t('shop.thing') })}
      </ErrorState>
    </div>
  );
}
