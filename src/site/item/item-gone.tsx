import { useTranslator } from '#platform/web/translator.tsx';
import { LinkButton } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { useShopPath } from '../products/category-path.ts';
import { SearchBox } from '../shell/not-found-panel.tsx';

/** The page of a removed product. */
export function ItemGone() {
  const { t, product } = useTranslator();
  const shopPath = useShopPath();
  return (
    <div className="wrap item-gone">
      <title>{`${t('item.goneTitle')} · ${product}`}</title>
      <meta name="robots" content="noindex" />
      <EmptyState
        level={1}
        title={t('item.goneTitle')}
        picture="/art/cut-cot.svg"
        action={
          <>
            <SearchBox label={t('item.goneTitle')} />
            <LinkButton look="ghost" to={shopPath}>
              {t('hero.shop')}
            </LinkButton>
          </>
        }
      >
        {t('item.goneBody')}
      </EmptyState>
    </div>
  );
}
