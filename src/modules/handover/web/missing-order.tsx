import { useTranslator } from '#platform/web/translator.tsx';
import { LinkButton } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';

/** Shown when the reader has no booking with this id. */
export function MissingOrder({ back }: { back: { to: string; label: string } }) {
  const { t, product } = useTranslator();
  return (
    <>
      <title>{`${t('order.missing')} · ${product}`}</title>
      <EmptyState
        level={1}
        title={t('order.missing')}
        picture="/art/cut-horse.svg"
        action={<LinkButton to={back.to}>{back.label}</LinkButton>}
      >
        {t('order.missingBody')}
      </EmptyState>
    </>
  );
}
