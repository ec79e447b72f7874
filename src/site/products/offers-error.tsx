import { useEffect } from 'react';
import { isRouteErrorResponse } from 'react-router';
import type { MessageKey } from '#i18n/messages.ts';
import { logPageError, problemOf } from '#platform/web/error-reply.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { ErrorState } from '#ui/empty-state.tsx';

/** Replaces a list that failed to load. Rethrows a 404, which has its own page. */
export function OffersError(props: { error: unknown; thing: MessageKey }) {
  return <ListError {...props} className="products" />;
}

/** The same for a seller's page. */
export function SellerError({ error }: { error: unknown }) {
  return <ListError error={error} thing="shop.thing" className="shop" />;
}

function ListError({ error, thing, className }: { error: unknown; thing: MessageKey; className: string }) {
  const { t, product } = useTranslator();
  const missing = isRouteErrorResponse(error) && error.status === 404;
  useEffect(() => {
    if (!missing) logPageError(error);
  }, [error, missing]);
  if (missing) throw error;
  const reason = problemOf(error)?.message;
  return (
    <div className={`wrap ${className}`}>
      <title>{`${t('common.dropped')} · ${product}`}</title>
      <ErrorState level={1} title={t('common.dropped')} retryLabel={t('common.tryAgain')}>
        {reason || t('common.notLoaded', { thing: t(thing) })}
      </ErrorState>
    </div>
  );
}
