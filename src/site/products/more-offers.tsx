import { useNavigation, useSearchParams } from 'react-router';
import { pagesOf } from '#platform/web/paging.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { LinkButton } from '#ui/button.tsx';

/** The number of shown products, and "Show more". The URL has the number of pages, so that Back restores them. */
export function MoreOffers({ countText, more }: { countText: string; more: boolean }) {
  const { t } = useTranslator();
  const [search] = useSearchParams();
  const loading = useNavigation().state === 'loading';
  if (!more && pagesOf(search) === 1) return null;
  const next = new URLSearchParams(search);
  next.set('pages', String(pagesOf(search) + 1));
  return (
    <div className="products-more">
      <p className="num">{countText}</p>
      {more && (
        <LinkButton look="ghost" to={`?${next}`} replace preventScrollReset prefetch="none" aria-busy={loading}>
          {t('common.showMore')}
        </LinkButton>
      )}
    </div>
  );
}
