import { useEffect } from 'react';
import { isRouteErrorResponse } from 'react-router';
import { useTranslator } from '#platform/web/translator.tsx';
import { LinkButton } from '#ui/button.tsx';
import { EmptyState, ErrorState } from '#ui/empty-state.tsx';
import type { Route } from './+types/edit-product.ts';

/** Not this seller's product, or none at all; or it could not be had just now. */
export function EditError({ error }: Route.ErrorBoundaryProps) {
  const { t, product } = useTranslator();
  const missing = isRouteErrorResponse(error) && error.status === 404;
  useEffect(() => {
    if (!missing) console.error(error);
  }, [error, missing]);
  return (
    <>
      <title>{`${t('edit.title')} · ${product}`}</title>
      {missing ? (
        <EmptyState
          level={1}
          title={t('edit.missingTitle')}
          picture="/art/cut-horse.svg"
          action={<LinkButton to="/dashboard/myproduct">{t('edit.back')}</LinkButton>}
        >
          {t('edit.missingBody')}
        </EmptyState>
      ) : (
        <ErrorState level={1} title={t('common.dropped')} retryLabel={t('common.tryAgain')}>
          {t('common.notLoaded', { thing: t('edit.thing') })}
        </ErrorState>
      )}
    </>
  );
}
