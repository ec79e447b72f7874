import { useTranslator } from '#platform/web/translator.tsx';
import { LinkButton } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';

/** The page of a removed product. */
export function ItemGone() {
  const { t, product } = useTranslator();
  return (
    <div className="wrap item-gone">
      <title>{`${t('item.goneTitle')} · ${product}`}</title>
      <meta name="robots" content="noindex" />
      <EmptyState
        level={1}
        title={t('item.goneTitle')}
        picture="/art/cut-cot.svg"
        action={<LinkButton to="/#collections">{t('home.collections')}</LinkButton>}
      >
        {t('item.goneBody')}
      </EmptyState>
    </div>
  );
}
