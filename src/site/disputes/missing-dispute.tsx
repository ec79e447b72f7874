import { useTranslator } from '#platform/web/translator.tsx';
import { LinkButton } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';

/** Shown when the reader has no dispute with this id. */
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
