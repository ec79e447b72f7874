import type { ReactNode } from 'react';
import { useNavigation, useSearchParams } from 'react-router';
import { useTranslator } from '#platform/web/translator.tsx';
import { LinkButton } from '#ui/button.tsx';
import { pagesOf } from './paging.ts';

/** The end of a list with more rows: a link that loads one more page. `children` is the number of shown rows. */
export function MoreRows({ children }: { children?: ReactNode }) {
  const { t } = useTranslator();
  const [search] = useSearchParams();
  const next = new URLSearchParams(search);
  next.set('pages', String(pagesOf(search) + 1));
  const loading = useNavigation().location?.search === `?${next}`;
  return (
    <>
      {children && <span className="num">{children}</span>}
      <LinkButton look="ghost" size="sm" to={`?${next}`} replace preventScrollReset aria-busy={loading || undefined}>
        {t(loading ? 'common.loading' : 'common.showMore')}
      </LinkButton>
    </>
  );
}
