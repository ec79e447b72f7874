import { useNavigation, useSearchParams } from 'react-router';
import { pagesOf } from '#platform/web/paging.ts';
import { useWords } from '#platform/web/words.tsx';
import { LinkButton } from '#ui/button.tsx';

/** "Show more" and how far along one is. The address counts the pages, so that Back finds the same place. */
export function MoreOffers({ shown, total, more }: { shown: number; total: number; more: boolean }) {
  const { t } = useWords();
  const [search] = useSearchParams();
  const loading = useNavigation().state === 'loading';
  if (!more && pagesOf(search) === 1) return null;
  const next = new URLSearchParams(search);
  next.set('pages', String(pagesOf(search) + 1));
  // The kept counter may lag behind by a moment; it never claims fewer than are on screen.
  const of = { shown, total: Math.max(shown, total) };
  return (
    <div className="products-more">
      <p className="num" role="status">
        {more ? t('common.shownOf', of) : t('offers.shown', { n: shown })}
      </p>
      {more && (
        <LinkButton look="ghost" to={`?${next}`} replace preventScrollReset prefetch="none" aria-busy={loading}>
          {t('common.showMore')}
        </LinkButton>
      )}
    </div>
  );
}
