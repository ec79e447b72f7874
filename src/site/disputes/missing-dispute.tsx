import { CallError } from '#platform/contract/call-client.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { LinkButton } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';

/** For `catch`: returns null when a dispute or its booking does not exist for its reader. @throws any other error. */
export function nullIfUnknown(error: unknown): null {
  if (error instanceof CallError && error.status === 404) return null;
  throw error;
}

/** In the place of a dispute that its reader does not have. */
export function MissingDispute() {
  const { t, product } = useTranslator();
  return (
    <>
      <title>{`${t('disputes.missing')} · ${product}`}</title>
      <EmptyState
        level={1}
        title={t('disputes.missing')}
        picture="/art/cut-horse.svg"
        action={<LinkButton to="/dashboard/disputes">{t('dash.disputes')}</LinkButton>}
      >
        {t('disputes.missingBody')}
      </EmptyState>
    </>
  );
}
