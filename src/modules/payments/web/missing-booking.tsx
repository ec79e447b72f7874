import { useTranslator } from '#platform/web/translator.tsx';
import { LinkButton } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';

/** Says that the buyer has no booking with this id. */
export function MissingBooking() {
  const { t, product: store } = useTranslator();
  return (
    <>
      <title>{`${t('pay.missingTitle')} · ${store}`}</title>
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
}
